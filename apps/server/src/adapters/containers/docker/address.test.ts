import { describe, expect, it } from 'vitest'
import { isLocal, parseDaemonAddress } from './address.ts'

const parse = (uri: string, tls = false) => parseDaemonAddress(uri, tls, 'linux')

describe('the address of a Docker daemon', () => {
  it('is the local socket unless something else is said', () => {
    expect(parse('')).toMatchObject({ kind: 'socket', path: '/var/run/docker.sock' })
    expect(parse('unix://')).toMatchObject({ path: '/var/run/docker.sock' })
    expect(parse('unix:///run/user/1000/docker.sock')).toMatchObject({ path: '/run/user/1000/docker.sock' })
    expect(parseDaemonAddress('', false, 'win32')).toMatchObject({ path: '//./pipe/docker_engine' })
    expect(parse('npipe:////./pipe/other')).toMatchObject({ path: '//./pipe/other' })
  })

  it.each([
    ['tcp://box', false, 'http', 2375],
    ['tcp://box', true, 'https', 2376],
    ['TCP://box:99', true, 'https', 99],
    ['http://box', false, 'http', 80],
    ['https://box', false, 'https', 443],
    ['https://box:2376/', true, 'https', 2376],
  ])('%s (certificates: %s) is %s on port %i', (uri, tls, protocol, port) => {
    expect(parse(uri, tls)).toMatchObject({
      kind: 'host',
      protocol,
      host: 'box',
      port,
      prefix: '',
      login: '',
    })
  })

  it('may have a path before it, a login, and numbers for a name', () => {
    expect(parse('https://ann:p%40ss@[fd00::2]:8443/docker/one/')).toEqual({
      kind: 'host',
      protocol: 'https',
      host: 'fd00::2',
      port: 8443,
      prefix: 'docker/one',
      login: 'ann:p@ss',
      shown: 'https://[fd00::2]:8443',
    })
  })

  it('tells whether the daemon is on this machine', () => {
    expect(['', 'unix:///x', 'tcp://127.0.0.1:1', 'tcp://localhost', 'tcp://[::1]'].map(parseLocal)).toEqual(
      Array.from({ length: 5 }, () => true),
    )
    expect(['tcp://docker', 'tcp://10.0.0.1', 'https://localhost.example'].map(parseLocal)).toEqual([
      false,
      false,
      false,
    ])
  })

  const parseLocal = (uri: string): boolean => isLocal(parse(uri))
})
