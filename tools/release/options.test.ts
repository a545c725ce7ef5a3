import { expect, it } from 'vitest'
import { readOptions } from './options.mjs'

const contact = ['--contact', 'security@ctf.example']

it('makes every target into the folder of builds unless told otherwise', () => {
  expect(readOptions(contact)).toEqual({
    contact: 'security@ctf.example',
    targets: ['linux-x64', 'linux-arm64', 'darwin-arm64', 'any'],
    pins: new Map(),
    signingKey: null,
    out: 'dist/release',
  })
  const given = ['--target', 'any', '--target', 'linux-x64', '--signing-key', 'key', '--out', 'there']
  expect(readOptions([...contact, ...given])).toMatchObject({
    targets: ['any', 'linux-x64'],
    signingKey: 'key',
    out: 'there',
  })
})

it('refuses a release that names nobody to report a vulnerability to', () => {
  expect(() => readOptions([])).toThrow(/pass --contact/)
  for (const wrong of ['', 'security', 'security@ctf', 'http://ctf.example', 'https://', 'a b@ctf.example'])
    expect(() => readOptions(['--contact', wrong]), wrong).toThrow(/--contact|neither an email address/)
  expect(readOptions(['--contact', 'https://ctf.example/security']).contact).toMatch(/^https/)
})

it('refuses what it does not know', () => {
  expect(() => readOptions([...contact, '--target', 'windows-x64'])).toThrow('There is no target windows-x64')
  expect(() => readOptions([...contact, '--quick'])).toThrow(/--quick[^]*Use: npm run release/)
  expect(() => readOptions([...contact, 'linux-x64'])).toThrow(/Use: npm run release/)
  expect(() => readOptions([...contact, '--pin', 'nginx:1.28'])).toThrow(/is no pin/)
})
