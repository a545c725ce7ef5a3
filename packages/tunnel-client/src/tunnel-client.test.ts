import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeTunnel, openFakeTunnel } from '../../../tests/kit/fake-tunnel.ts'
import { createManualTimers, type ManualTimers } from '../../../tests/kit/manual-timers.ts'
import { pageFetch } from '../../../tests/kit/page-fetch.ts'
import { optionsFor } from './options.ts'
import { createTunnelClient, type TunnelClient } from './tunnel-client.ts'

const origin = 'https://ctf.example'
const remote = 'wss://ctf.example/api/proxy/0197a3c2-1111-7222-8333-444455556666'
const local = '127.0.0.1:0'
const pollMs = 3_000

let fakeTunnel: FakeTunnel
let timers: ManualTimers
let client: TunnelClient
let states: string[]

const createClient = (fetch = pageFetch(origin), api = fakeTunnel.api): TunnelClient => {
  client = createTunnelClient(optionsFor({ api, name: 'Harbour::CTF' }), { fetch, after: timers.after })
  states = []
  client.onState((state) => states.push(state))
  return client
}
beforeEach(async () => {
  fakeTunnel = await openFakeTunnel()
  timers = createManualTimers()
  createClient()
})
afterEach(async () => {
  client.dispose()
  await fakeTunnel.close()
})

const tick = async (): Promise<void> => {
  timers.pass(pollMs)
  await expect.poll(() => timers.waiting(pollMs) === 1 || client.state() === 'invalid').toBe(true)
}
const allowed = async (): Promise<void> => {
  await client.connect()
  fakeTunnel.allow(origin)
  await tick()
}
const count = (call: string): number => fakeTunnel.calls.filter((one) => one === call).length

describe('connecting', () => {
  it('looks first, asks for permission once, and looks again until it is there', async () => {
    await client.connect()
    expect(fakeTunnel.calls).toEqual(['GET /version', 'GET /connect', 'POST /connect', 'GET /connect'])
    expect(fakeTunnel.scopes.get(origin)).toMatchObject({
      name: 'Harbour::CTF',
      features: ['basic', 'pingfall'],
    })
    await tick()
    expect(states).toEqual(['pending'])
    fakeTunnel.allow(origin)
    await tick()
    expect(states).toEqual(['pending', 'usable'])
    expect(count('POST /connect')).toBe(1)
  })

  it('asks for nothing where it is allowed already', async () => {
    await client.connect()
    fakeTunnel.allow(origin)
    await client.connect()
    expect(client.state()).toBe('usable')
    expect(count('POST /connect')).toBe(1)
  })

  it('is done once when it is asked for twice at the same time', async () => {
    await Promise.all([client.connect(), client.connect()])
    expect(count('GET /version')).toBe(1)
    expect(timers.waiting(pollMs)).toBe(1)
    await client.connect()
    expect(timers.waiting(pollMs)).toBe(1)
  })

  it.each(['0.4', '0.10.0', { version: '0.10.0' }, { version: '0.5.0', more: true }])(
    'takes version %j',
    async (version) => {
      fakeTunnel.version = version
      await client.connect()
      expect(client.state()).toBe('pending')
    },
  )

  it.each(['0.3.9', { version: '0.3' }])('refuses version %j', async (version) => {
    fakeTunnel.version = version
    await expect(client.connect()).rejects.toMatchObject({ kind: 'daemon_version_mismatch' })
    expect(fakeTunnel.calls).toEqual(['GET /version'])
    expect(timers.waiting(pollMs)).toBe(0)
  })

  it.each([
    [404, '', 'daemon_version_mismatch', null],
    [500, 'out of rope', 'daemon_error', 'out of rope'],
    [200, '<h1>Hotel</h1>', 'daemon_unavailable', null],
    [200, '{}', 'daemon_unavailable', null],
  ])('takes %i %j in place of a version for what it is', async (status, text, kind, answer) => {
    fakeTunnel.refusals.set('GET /version', [{ status, text }])
    await expect(client.connect()).rejects.toMatchObject({ kind, answer })
    expect(client.state()).toBe('invalid')
  })

  it('says that nobody is there', async () => {
    await fakeTunnel.close()
    await expect(client.connect()).rejects.toMatchObject({ kind: 'daemon_unavailable', answer: null })
    expect(timers.waiting(pollMs)).toBe(0)
    fakeTunnel = await openFakeTunnel()
  })

  it('says why it is not even allowed to ask', async () => {
    fakeTunnel.refusals.set('POST /connect', [{ status: 500, text: 'failed to sync state' }])
    await expect(client.connect()).rejects.toMatchObject({
      kind: 'daemon_unavailable',
      answer: 'failed to sync state',
    })
    expect(client.state()).toBe('invalid')
  })

  it('has an end when the tunnel never answers', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    createClient(never)
    const connecting = client.connect()
    timers.pass(10_000)
    await expect(connecting).rejects.toMatchObject({ kind: 'daemon_unavailable' })
  })
})

describe('looking after the connection', () => {
  it('insists twice when the look fails in passing, and only then', async () => {
    await allowed()
    const busy = { status: 503, text: '' }
    fakeTunnel.refusals.set('GET /connect', [busy, busy])
    const before = count('GET /connect')
    timers.pass(pollMs)
    await expect.poll(() => timers.waiting(300)).toBe(1)
    timers.pass(300)
    await expect.poll(() => timers.waiting(600)).toBe(1)
    timers.pass(600)
    await expect.poll(() => timers.waiting(pollMs)).toBe(1)
    expect(count('GET /connect') - before).toBe(3)
    expect(states).toEqual(['pending', 'usable'])

    fakeTunnel.refusals.set('GET /version', [busy])
    await expect(client.connect()).rejects.toMatchObject({ kind: 'daemon_error' })
    expect(count('GET /version')).toBe(2)
  })

  it('comes back when the tunnel says, within the ten seconds that a look may take', async () => {
    const waits: string[] = []
    const saysWhen: typeof fetch = async (input, init) => {
      const wait = input === `${fakeTunnel.api}/connect` ? waits.shift() : undefined
      if (wait !== undefined) return new Response('', { status: 503, headers: { 'retry-after': wait } })
      return pageFetch(origin)(input, init)
    }
    createClient(saysWhen)
    await allowed()
    waits.push('7', '11')
    timers.pass(pollMs)
    await expect.poll(() => timers.waiting(7_000)).toBe(1)
    timers.pass(7_000)
    await expect.poll(() => client.state()).toBe('invalid')
    expect(waits).toEqual([])
  })

  it('hears the list at the first usable look, and at every fifth', async () => {
    await client.connect()
    await tick()
    await tick()
    expect(count('GET /pool')).toBe(0)
    fakeTunnel.allow(origin)
    for (const heard of [1, 1, 1, 1, 1, 2, 2]) {
      await tick()
      expect(count('GET /pool')).toBe(heard)
    }
  })

  it('tells once why the list cannot be heard, and that it can be again', async () => {
    const faults: (string | null)[] = []
    client.onSyncFault((fault) => faults.push(fault?.answer ?? null))
    await allowed()
    const broken = { status: 500, text: 'out of rope' }
    fakeTunnel.refusals.set('GET /pool', [broken, broken, broken])
    const rounds = async (times: number): Promise<void> => {
      for (let ticks = 0; ticks < times * 5; ticks++) await tick()
    }
    const before = count('GET /pool')
    await rounds(3)
    expect(count('GET /pool') - before).toBe(3)
    expect(faults).toEqual(['out of rope'])
    await rounds(1)
    expect(faults).toEqual(['out of rope', null])
    await rounds(1)
    expect(faults).toEqual(['out of rope', null])
    fakeTunnel.refusals.set('GET /pool', [broken])
    await expect(client.sync()).rejects.toMatchObject({ answer: 'out of rope' })
    expect(faults).toEqual(['out of rope', null, 'out of rope'])
    fakeTunnel.refusals.set('GET /pool', [broken, broken])
    await expect(client.sync()).rejects.toMatchObject({ answer: 'out of rope' })
    expect(faults).toHaveLength(3)
    await client.connect()
    await expect(client.sync()).rejects.toMatchObject({ answer: 'out of rope' })
    expect(faults).toHaveLength(4)
  })

  it('ends with the permission, takes all tunnels along, and may start again', async () => {
    await allowed()
    await client.add({ remote, local, label: 'Chandler' })
    const pools: number[] = []
    client.onPool((pool) => pools.push(pool.length))
    fakeTunnel.remove(origin)
    await tick()
    expect(states.at(-1)).toBe('invalid')
    expect(client.list()).toEqual([])
    expect(pools).toEqual([0])
    expect(timers.waiting(pollMs)).toBe(0)
    await client.connect()
    expect(client.state()).toBe('pending')
  })

  it('asks and tells nothing more once it is disposed of', async () => {
    await allowed()
    const told = states.length
    const waiting = client.sync()
    client.dispose()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    const asked = fakeTunnel.calls.length
    timers.pass(60_000)
    expect(states).toHaveLength(told)
    expect(fakeTunnel.calls.length).toBeLessThanOrEqual(asked + 1)
    await expect(client.connect()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the tunnels', () => {
  it('are opened, listed with their latency, and closed', async () => {
    await allowed()
    const opened = await client.add({ remote, local, label: 'Chandler @ Harbour' })
    expect(opened).toMatchObject({ remote, label: 'Chandler @ Harbour', latency: -1 })
    expect(opened.local).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(client.list()).toEqual([opened])
    fakeTunnel.latency = 7
    await client.sync()
    expect(client.list()).toEqual([{ ...opened, latency: 7 }])
    await client.delete(opened.local)
    expect(client.list()).toEqual([])
  })

  it('are not asked for twice', async () => {
    await allowed()
    const [one, same] = await Promise.all([client.add({ remote, local }), client.add({ remote, local })])
    const again = await client.add({ remote, local })
    expect(same).toEqual(one)
    expect(again).toEqual(one)
    expect(count('POST /pool')).toBe(1)
  })

  it('stay in the list when it was on its way while they were opened', async () => {
    await allowed()
    const [opened] = await Promise.all([client.add({ remote, local }), client.sync()])
    expect(client.list()).toEqual([opened])
  })

  it('come with the words of the tunnel when it refuses', async () => {
    await allowed()
    await expect(client.delete('127.0.0.1:1')).rejects.toMatchObject({
      kind: 'daemon_error',
      answer: 'Tunnel 127.0.0.1:1 not found',
    })
    await expect(client.add({ remote, local: 'nowhere' })).rejects.toMatchObject({
      kind: 'daemon_error',
      answer: 'failed to parse from address',
    })
    fakeTunnel.refusals.set('GET /pool', [{ status: 200, text: '{"a":1}' }])
    await expect(client.sync()).rejects.toMatchObject({ kind: 'daemon_error', answer: null })
  })

  it('are not for a site that the tunnel does not know, or has not allowed yet', async () => {
    await expect(client.add({ remote, local })).rejects.toMatchObject({ kind: 'missing_scope' })
    await client.connect()
    fakeTunnel.refusals.set('GET /pool', [{ status: 403, text: `Scope ${origin} is not allowed yet` }])
    await expect(client.sync()).rejects.toMatchObject({
      kind: 'scope_unverified',
      answer: `Scope ${origin} is not allowed yet`,
    })
    fakeTunnel.allow(origin)
    await tick()
    expect(client.state()).toBe('usable')
    fakeTunnel.remove(origin)
    await expect(client.sync()).rejects.toMatchObject({ kind: 'missing_scope' })
    expect(client.state()).toBe('invalid')
  })

  it('cannot be had when the browser keeps the answer back, or nobody is there', async () => {
    const hidden = new TypeError('Failed to fetch')
    createClient((input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      return url.endsWith('/pool') ? Promise.reject(hidden) : pageFetch(origin)(input, init)
    })
    await allowed()
    const reasons = [
      [client.sync(), 'sync', 'Failed to sync instances, is wsrx daemon running?'],
      [client.add({ remote, local }), 'add', 'Failed to add instance, is wsrx daemon running?'],
      [client.delete(local), 'delete', 'Failed to delete instance, is wsrx daemon running?'],
    ] as const
    for (const [asked, task, message] of reasons)
      await expect(asked).rejects.toMatchObject({ kind: 'daemon_error', task, message, answer: null })
    await fakeTunnel.close()
    await expect(client.sync()).rejects.toMatchObject({ kind: 'daemon_error', task: 'sync' })
    fakeTunnel = await openFakeTunnel()
  })
})
