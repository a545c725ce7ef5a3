import { describe, expect, it } from 'vitest'
import { addressFindings } from './address.ts'

const codesOf = (url: string | null, instancesHost: string | null = null): string[] =>
  addressFindings({ url, source: url === null ? 'None' : 'Setting', instancesHost }).map(({ code }) => code)

describe('the findings about the address of the site', () => {
  it('ask for one where there is none, and name the one that only this machine reaches', () => {
    expect(codesOf(null)).toEqual(['publicUrl.missing'])
    const url = 'http://127.0.0.1:8080'
    expect(addressFindings({ url, source: 'OwnMachine', instancesHost: '127.0.0.1' })).toEqual([
      { code: 'publicUrl.missing', level: 'yellow', values: [url] },
    ])
  })

  it('tell of plain HTTP, except on this machine', () => {
    expect(codesOf('http://ctf.example')).toEqual(['publicUrl.plain'])
    for (const url of [
      'https://ctf.example',
      'http://localhost:8080',
      'http://127.0.0.1',
      'http://[::1]:8080',
    ])
      expect(codesOf(url)).toEqual([])
  })

  it('tell of instances at the host of the site, whatever its ports', () => {
    expect(codesOf('https://ctf.example:8443', 'CTF.example.')).toEqual(['instances.sameHost'])
    expect(codesOf('https://[2001:db8::1]', '2001:db8::1')).toEqual(['instances.sameHost'])
    expect(codesOf('https://ctf.example', 'instances.example')).toEqual([])
  })
})
