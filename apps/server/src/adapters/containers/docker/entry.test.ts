import { describe, expect, it } from 'vitest'
import { parseDaemonAddress } from './address.ts'
import type { ContainerInspectInfo } from 'dockerode'
import { bindingOf, entryOf, hostPortOf, publicHostOf } from './entry.ts'
import { orderOf } from '../containers.suite.ts'

const local = parseDaemonAddress('', false, 'linux')
const remote = parseDaemonAddress('tcp://docker.example:2375', false, 'linux')
const internal = { kind: 'internal' } as const

describe('the host that players are told', () => {
  const [publicEntry, siteHost] = [' play.example ', 'ctf.example']

  it('is what is configured, else that of the daemon', () => {
    expect(publicHostOf({ publicEntry, siteHost }, local)).toBe('play.example')
    expect(publicHostOf({ publicEntry: '', siteHost }, remote)).toBe('docker.example')
  })

  it('is that of the site for a local daemon, or this machine while nobody knows it', () => {
    expect(publicHostOf({ publicEntry: '', siteHost }, local)).toBe('ctf.example')
    expect(publicHostOf({ publicEntry: '', siteHost: '' }, local)).toBe('127.0.0.1')
  })
})

describe('the address that a port is published at', () => {
  const published = orderOf('box', { published: true })

  it('is open to all, of IPv4 and IPv6, unless players are told to look on their own machine', () => {
    expect(bindingOf(published, internal, 'play.example')).toBe('')
    expect(bindingOf(published, internal, '::1')).toBe('::1')
    expect(bindingOf(published, internal, '127.0.0.1')).toBe('127.0.0.1')
    expect(bindingOf(published, internal, 'localhost')).toBe('127.0.0.1')
  })

  it('is none for an instance that this server reaches inside, and as that says otherwise', () => {
    const order = orderOf('box')
    expect(bindingOf(order, internal, 'play.example')).toBeNull()
    const route = { kind: 'published', host: 'docker.example', bindAddress: '' } as const
    expect(bindingOf(order, route, '127.0.0.1')).toBe('')
  })

  it('has a port of our choice where it is open to all, so that IPv4 and IPv6 have the same one', () => {
    const ports = { from: 32_768, to: 60_999 }
    const last = (_least: number, beyond: number): number => beyond - 1
    expect(hostPortOf('', ports, (least) => least)).toBe('32768')
    expect(hostPortOf('', ports, last)).toBe('60999')
    expect(hostPortOf('127.0.0.1', ports, last)).toBe('')
    expect(hostPortOf(null, ports, last)).toBe('')
  })
})

describe('where this server reaches what runs', () => {
  const found = {
    NetworkSettings: {
      Ports: { '7000/tcp': [{ HostIp: '0.0.0.0', HostPort: '40000' }] },
      Networks: { some: { NetworkID: 'n', IPAddress: '172.18.0.5' } },
    },
  } as unknown as ContainerInspectInfo
  const published = orderOf('box', { published: true })
  const gateway = { kind: 'published', host: '172.17.0.1', bindAddress: '172.17.0.1' } as const
  const none = { kind: 'none', why: '' } as const

  it('is the address inside, or a port that is open to it', () => {
    expect(entryOf(found, published, 'n', internal, '')).toMatchObject({ host: '172.18.0.5', isSeen: true })
    expect(entryOf(found, published, 'n', gateway, '')).toMatchObject({ port: 40_000, isSeen: true })
    expect(entryOf(found, published, 'n', gateway, '127.0.0.1')).toMatchObject({ isSeen: false })
    expect(entryOf(found, published, 'n', none, '')).toMatchObject({ publicPort: 40_000, isSeen: false })
  })
})
