import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeTunnel, openFakeTunnel } from '../../../../../tests/kit/fake-tunnel.ts'
import { createManualTimers, type ManualTimers } from '../../../../../tests/kit/manual-timers.ts'
import { pageFetch } from '../../../../../tests/kit/page-fetch.ts'
import { createTunnel, type Tunnel } from './tunnel.ts'

const origin = 'https://ctf.example'
const remote = 'wss://ctf.example/api/proxy/0197a3c2-1111-7222-8333-444455556666'
const label = 'Chandler @ Harbour'

let fakeTunnel: FakeTunnel
let timers: ManualTimers
let kept: Map<string, string>
let told: string[]
let tunnel: Tunnel

const load = (): Tunnel =>
  createTunnel({
    name: 'Harbour::CTF',
    storage: {
      get: () => JSON.parse(kept.get('wsrx-options') ?? 'null'),
      set: (options) => void kept.set('wsrx-options', JSON.stringify(options)),
    },
    fetch: pageFetch(origin),
    after: timers.after,
    onOffline: () => told.push('offline'),
    onFault: ({ kind }) => told.push(kind),
  })
const keep = (options: object): void => void kept.set('wsrx-options', JSON.stringify(options))
const state = (): string => tunnel.view().state

beforeEach(async () => {
  fakeTunnel = await openFakeTunnel()
  timers = createManualTimers()
  kept = new Map()
  told = []
  keep({ api: fakeTunnel.api })
  tunnel = load()
})
afterEach(async () => {
  tunnel.dispose()
  await fakeTunnel.close()
})

const usable = async (): Promise<void> => {
  timers.pass(100)
  await expect.poll(state).toBe('pending')
  fakeTunnel.allow(origin)
  await tunnel.connect()
  expect(state()).toBe('usable')
}
const locals = (): string[] => tunnel.view().pool.map(({ local }) => local)

describe('the tunnel of a page', () => {
  it('keeps the name of the platform as soon as it is there, and an address that only others can use', () => {
    const stored = (): unknown => JSON.parse(kept.get('wsrx-options') ?? '')
    expect(stored()).toEqual({ api: fakeTunnel.api, name: 'Harbour::CTF', allowLan: false })
    tunnel.dispose()
    keep({ api: 'http://192.168.1.2:3307', name: 'Old::CTF', allowLan: true })
    tunnel = load()
    expect(stored()).toEqual({ api: 'http://192.168.1.2:3307', name: 'Harbour::CTF', allowLan: true })
    expect(tunnel.view()).toMatchObject({
      refused: 'http://192.168.1.2:3307',
      options: { api: 'http://127.0.0.1:3307', name: 'Harbour::CTF' },
    })
    tunnel.change({ api: fakeTunnel.api })
    timers.pass(300)
    expect(tunnel.view().refused).toBeNull()
    expect(stored()).toEqual({ api: fakeTunnel.api, name: 'Harbour::CTF', allowLan: true })
  })

  it('connects on its own, under the name of the platform', async () => {
    expect(fakeTunnel.calls).toEqual([])
    await usable()
    expect(fakeTunnel.scopes.get(origin)?.name).toBe('Harbour::CTF')
    expect(told).toEqual([])
  })

  it('is silent where none runs, until somebody asks', async () => {
    tunnel.dispose()
    await fakeTunnel.close()
    tunnel = load()
    timers.pass(100)
    expect(tunnel.view().connecting).toBe(true)
    await expect.poll(() => tunnel.view().connecting).toBe(false)
    expect(told).toEqual([])
    expect(tunnel.view().fault).toBeNull()
    await tunnel.connect()
    expect(told).toEqual(['daemon_unavailable'])
    expect(tunnel.view().fault?.kind).toBe('daemon_unavailable')
    fakeTunnel = await openFakeTunnel()
  })

  it('says unasked that the version does not fit', async () => {
    fakeTunnel.version = '0.3.0'
    timers.pass(100)
    await expect.poll(() => told).toEqual(['daemon_version_mismatch'])
  })

  it('says once that it is gone', async () => {
    await usable()
    fakeTunnel.remove(origin)
    timers.pass(3_000)
    await expect.poll(() => told).toEqual(['offline'])
    expect(state()).toBe('invalid')
  })

  it('says once that the list of open ways cannot be read, and shows it until it can be', async () => {
    await usable()
    const broken = { status: 500, text: 'out of rope' }
    fakeTunnel.refusals.set('GET /pool', [broken, broken])
    await tunnel.refresh()
    await tunnel.refresh()
    expect(told).toEqual(['daemon_error'])
    expect(tunnel.view().fault?.answer).toBe('out of rope')
    await tunnel.refresh()
    expect(tunnel.view().fault).toBeNull()
    expect(told).toEqual(['daemon_error'])
  })

  it('says that the site has lost its permission', async () => {
    await usable()
    fakeTunnel.remove(origin)
    await tunnel.open(remote, label)
    expect(tunnel.view().closed.get(remote)?.kind).toBe('missing_scope')
    expect(state()).toBe('invalid')
  })

  it('says of what has no reason that it has none', async () => {
    const stop = tunnel.subscribe(() => {
      if (state() !== 'pending') return
      stop()
      throw new Error('a view of it is broken')
    })
    timers.pass(100)
    await expect.poll(() => told).toEqual(['offline', 'unknown'])
  })

  it('opens ways and closes them', async () => {
    await usable()
    await tunnel.open(remote, label)
    expect(tunnel.view().pool).toMatchObject([{ remote, label }])
    fakeTunnel.latency = 7
    await tunnel.refresh()
    expect(tunnel.view().pool[0]?.latency).toBe(7)
    expect(locals()[0]).toMatch(/^127\.0\.0\.1:/)
    await tunnel.close(locals()[0] ?? '')
    expect(locals()).toEqual([])
    await tunnel.close('127.0.0.1:1')
    expect(told).toEqual(['daemon_error'])
  })

  it('remembers why a way could not be opened, until it is tried again', async () => {
    await usable()
    fakeTunnel.refusals.set('POST /pool', [{ status: 500, text: 'failed to bind' }])
    await tunnel.open(remote, label)
    expect(tunnel.view().closed.get(remote)?.answer).toBe('failed to bind')
    await tunnel.open(remote, label)
    expect(tunnel.view().closed.size).toBe(0)
    expect(locals()).toHaveLength(1)
    expect(told).toEqual([])
  })

  it('keeps what is changed when it has settled, and moves open ways to the other interface', async () => {
    await usable()
    await tunnel.open(remote, label)
    tunnel.change({ allowLan: true })
    tunnel.change({ allowLan: false })
    tunnel.change({ allowLan: true })
    expect(tunnel.view().options.allowLan).toBe(false)
    timers.pass(300)
    expect(JSON.parse(kept.get('wsrx-options') ?? '')).toEqual({
      api: fakeTunnel.api,
      name: 'Harbour::CTF',
      allowLan: true,
    })
    await expect.poll(locals).toEqual([expect.stringMatching(/^0\.0\.0\.0:/)])
    expect(tunnel.view().pool[0]?.label).toBe(label)
  })

  it('takes a way on another interface, from an earlier visit, for none', async () => {
    await usable()
    await tunnel.open(remote, label)
    tunnel.dispose()
    keep({ api: fakeTunnel.api, allowLan: true })
    tunnel = load()
    await tunnel.connect()
    await tunnel.open(remote, label)
    expect(locals()).toEqual([expect.stringMatching(/^0\.0\.0\.0:/)])
  })

  it('leaves for another address without a word', async () => {
    await usable()
    const other = await openFakeTunnel()
    tunnel.change({ api: other.api })
    timers.pass(300)
    expect(state()).toBe('invalid')
    timers.pass(100)
    await expect.poll(state).toBe('pending')
    expect([...other.scopes.keys()]).toEqual([origin])
    const asked = fakeTunnel.calls.length
    timers.pass(3_000)
    await expect.poll(() => other.calls.length).toBeGreaterThan(4)
    expect(fakeTunnel.calls).toHaveLength(asked)
    expect(told).toEqual([])
    await other.close()
  })
})
