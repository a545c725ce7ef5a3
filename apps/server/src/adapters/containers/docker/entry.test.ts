import { describe, expect, it } from 'vitest'
import { parseDaemonAddress } from './address.ts'
import { bindingOf, publicHostOf } from './entry.ts'
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

  it('is open to all, unless players are told to look on their own machine', () => {
    expect(bindingOf(published, internal, 'play.example')).toBe('0.0.0.0')
    expect(bindingOf(published, internal, '127.0.0.1')).toBe('127.0.0.1')
    expect(bindingOf(published, internal, 'localhost')).toBe('127.0.0.1')
  })

  it('is none for an instance that this server reaches inside, and as that says otherwise', () => {
    const order = orderOf('box')
    expect(bindingOf(order, internal, 'play.example')).toBeNull()
    const way = { kind: 'published', host: 'docker.example', bindAddress: '0.0.0.0' } as const
    expect(bindingOf(order, way, '127.0.0.1')).toBe('0.0.0.0')
  })
})
