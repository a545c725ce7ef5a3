import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectRaw,
  handshake,
  joinRaw,
  type RawHubClient,
  refusalOf,
} from '../../../../tests/kit/hub-client.ts'
import { createHubWorld, type HubProcess, type HubWorld } from '../../../../tests/kit/hub-world.ts'
import type { Bus } from '../ports/bus.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let world: HubWorld

beforeEach(() => {
  world = createHubWorld()
  world.people.roles.set('mona', 'monitor').set('ada', 'admin')
})
afterEach(() => world.close())

const as = (who: string): { headers: { Cookie: string } } => ({ headers: { Cookie: `who=${who}` } })

async function hearUntil(client: { hear(): Promise<unknown> }, last: string): Promise<unknown[]> {
  const heard: unknown[] = []
  for (;;) {
    const message = await client.hear()
    heard.push(message)
    if (message === null || JSON.stringify(message).includes(`"${last}"`)) return heard
  }
}

describe('two processes on one bus', () => {
  let one: HubProcess
  let two: HubProcess

  beforeEach(async () => {
    one = await world.start()
    two = await world.start()
  })

  it('serve the clients of both, each once', async () => {
    const clients = [
      await joinRaw(one.address, '/hub/user?game=1'),
      await joinRaw(two.address, '/hub/user?game=1'),
    ]
    for (let nth = 0; nth < 50; nth++) one.hubs.toPlayers(1, 'E', nth)
    one.hubs.toPlayers(1, 'Last', null)
    for (const client of clients) {
      const heard = await hearUntil(client, 'Last')
      expect(heard.slice(0, -1)).toEqual(
        Array.from({ length: 50 }, (_, nth) => ({ type: 1, target: 'E', arguments: [nth] })),
      )
    }
  })

  it('know what the other is told of monitors and administrators', async () => {
    const monitor = await joinRaw(two.address, '/hub/monitor?game=1', as('mona'))
    const admin = await joinRaw(two.address, '/hub/admin', as('ada'))
    one.hubs.toMonitors(1, 'ToMonitors', { a: null })
    one.hubs.toAdmins('ToAdmins', 'x')
    expect(await monitor.hear()).toEqual({ type: 1, target: 'ToMonitors', arguments: [{ a: null }] })
    expect(await admin.hear()).toEqual({ type: 1, target: 'ToAdmins', arguments: ['x'] })
  })

  it('close what a ban in the other ends', async () => {
    const [here, there] = [
      await joinRaw(one.address, '/hub/monitor?game=1', as('mona')),
      await joinRaw(two.address, '/hub/monitor?game=1', as('mona')),
    ]
    world.people.roles.delete('mona')
    one.hubs.recheck('mona')
    expect(await here.hear()).toEqual({ type: 7, allowReconnect: true })
    expect(await there.hear()).toEqual({ type: 7, allowReconnect: true })
  })

  it('close what is revoked or hidden in the other', async () => {
    const dropped = await joinRaw(two.address, '/hub/user?game=1', as('ada'))
    const anonymous = await joinRaw(two.address, '/hub/user?game=1')
    one.hubs.drop('ada')
    expect(await dropped.hear()).toEqual({ type: 7, allowReconnect: true })
    world.people.hiddenGames.add(1)
    one.hubs.recheckGame(1)
    expect(await anonymous.hear()).toEqual({ type: 7, allowReconnect: true })
  })

  it('look again when the revocation is heard after the call that follows it', async () => {
    const client = await joinRaw(one.address, '/hub/monitor?game=1', as('mona'))
    world.bus.subscribe('revoked', () => world.people.roles.delete('mona'))
    world.bus.publish('revoked', null)
    one.hubs.recheck('mona')
    expect(world.people.roles.has('mona')).toBe(true)
    expect(await client.hear()).toEqual({ type: 7, allowReconnect: true })
  })
})

describe('a client that asks to be welcomed', () => {
  const welcomed = async (process: HubProcess, path = '/hub/user?game=1&welcome=1'): Promise<unknown> =>
    (await joinRaw(process.address, path)).hear()
  const welcome = (quietMs: number) => ({ type: 1, target: 'ReceivedWelcome', arguments: [{ quietMs }] })

  it('learns for how long it would have heard nothing, from any process', async () => {
    let time = 0
    const [one, two] = [
      await world.start({ monotonicNow: () => time }),
      await world.start({ monotonicNow: () => time }),
    ]
    const early = await joinRaw(two.address, '/hub/user?game=1')
    time = 20_000
    one.hubs.toPlayers(1, 'E', null)
    await early.hear()
    time = 23_000
    one.hubs.toPlayers(2, 'E', null)
    one.hubs.toMonitors(1, 'E', null)
    one.hubs.toTeamHere(1, 7, 'E', () => null)
    expect(await welcomed(one)).toEqual(welcome(3_000))
    expect(await welcomed(two)).toEqual(welcome(3_000))
    two.hubs.toPlayersHere(1, 'Here', null)
    expect(await early.hear()).toMatchObject({ target: 'Here' })
    expect(await welcomed(two)).toEqual(welcome(0))
    expect(await welcomed(one)).toEqual(welcome(3_000))
    time = 25_000
    two.hubs.toPlayersHere(1, 'Known', null, false)
    expect(await early.hear()).toMatchObject({ target: 'Known' })
    expect(await welcomed(two)).toEqual(welcome(2_000))
  })

  it('hears from then on, and the others are told nothing of the kind', async () => {
    const process = await world.start()
    const [asking, other] = [
      await joinRaw(process.address, '/hub/user?game=1&welcome=1'),
      await joinRaw(process.address, '/hub/user?game=1'),
    ]
    expect(await asking.hear()).toMatchObject({ target: 'ReceivedWelcome' })
    process.hubs.toPlayers(1, 'E', null)
    expect(await asking.hear()).toMatchObject({ target: 'E' })
    expect(await other.hear()).toMatchObject({ target: 'E' })
  })

  it('is promised nothing while other processes may not be heard', async () => {
    let time = 0
    const gaps: (() => void)[] = []
    let isCurrent = true
    const bus: Bus = {
      ...world.bus,
      get isCurrent() {
        return isCurrent
      },
      onGap: (listener) => {
        gaps.push(listener)
        return () => {}
      },
    }
    const process = await world.start({ monotonicNow: () => time, bus })
    time = 9_000
    expect(await welcomed(process)).toEqual(welcome(9_000))
    isCurrent = false
    expect(await welcomed(process)).toEqual(welcome(0))
    isCurrent = true
    for (const gap of gaps) gap()
    time = 10_000
    expect(await welcomed(process)).toEqual(welcome(1_000))
  })
})

describe('a bus that is cut off', () => {
  it('does not keep a process from serving its own clients', async () => {
    const dead: Bus = {
      connected: false,
      isCurrent: false,
      publish: () => {},
      settled: () => Promise.resolve(),
      confirmed: () => Promise.resolve(),
      subscribe: () => () => {},
      onGap: () => () => {},
      audience: () => Number.POSITIVE_INFINITY,
    }
    const process = await world.start({ bus: dead })
    const client = await joinRaw(process.address, '/hub/monitor?game=1', as('mona'))
    process.hubs.toMonitors(1, 'E', null)
    expect(await client.hear()).toMatchObject({ target: 'E' })
    world.people.roles.delete('mona')
    process.hubs.recheck('mona')
    expect(await client.hear()).toEqual({ type: 7, allowReconnect: true })
  })

  it('may have swallowed changes of access: all that rests on somebody is looked at again', async () => {
    const gaps: (() => void)[] = []
    const process = await world.start({
      bus: {
        ...world.bus,
        onGap: (listener) => {
          gaps.push(listener)
          return () => {}
        },
      },
    })
    const [mona, ada] = [
      await joinRaw(process.address, '/hub/monitor?game=1', as('mona')),
      await joinRaw(process.address, '/hub/monitor?game=1', as('ada')),
    ]
    world.people.roles.delete('mona')
    for (const gap of gaps) gap()
    expect(await mona.hear()).toEqual({ type: 7, allowReconnect: true })
    process.hubs.toMonitors(1, 'E', null)
    expect(await ada.hear()).toMatchObject({ target: 'E' })
  })
})

describe('a process that drains', () => {
  it('tells one client after the other to come back, and lets nobody in', async () => {
    const process = await world.start()
    const clients: RawHubClient[] = []
    while (clients.length < 20) clients.push(await joinRaw(process.address, '/hub/user?game=1'))
    process.hubs.drain(10_000)
    expect(await refusalOf(process.address, '/hub/user?game=1')).toMatchObject({ status: 503 })
    const negotiation = await fetch(`${process.address}/hub/user/negotiate`, { method: 'POST' })
    expect(negotiation.status).toBe(503)
    process.hubs.toPlayers(1, 'E', null)
    for (const client of clients) expect(await client.hear()).toMatchObject({ target: 'E' })
    for (let second = 1; second <= 10; second++) {
      await world.time.pass(1)
      for (const client of clients.slice(2 * second - 2, 2 * second))
        expect(await client.hear()).toEqual({ type: 7, allowReconnect: true })
      await expect.poll(() => process.hubs.stats().hubs.user).toBe(20 - 2 * second)
    }
  })

  it('tells all that are left when it stops early', async () => {
    const process = await world.start()
    const clients = [
      await joinRaw(process.address, '/hub/user?game=1'),
      await joinRaw(process.address, '/hub/user?game=1'),
    ]
    process.hubs.drain(10_000)
    await process.hubs.close()
    for (const client of clients) expect(await client.hear()).toEqual({ type: 7, allowReconnect: true })
    expect(world.time.works).toHaveLength(0)
  })
})

describe('a process that stops', () => {
  it('delivers what waits, tells everybody to come back, and lets nobody in', async () => {
    const process = await world.start()
    const client = await joinRaw(process.address, '/hub/user?game=1')
    const halfway = await connectRaw(process.address, '/hub/user?game=1')
    process.hubs.toPlayers(1, 'Last', null)
    const closed = process.hubs.close(1_000)
    expect(await refusalOf(process.address, '/hub/user?game=1')).toMatchObject({ status: 503 })
    const negotiation = await fetch(`${process.address}/hub/user/negotiate`, { method: 'POST' })
    expect(negotiation.status).toBe(503)
    expect(await client.hear()).toMatchObject({ target: 'Last' })
    expect(await client.hear()).toEqual({ type: 7, allowReconnect: true })
    expect(await client.closed).toBe(1000)
    expect(await halfway.hear()).toEqual({ error: expect.any(String) })
    await closed
    expect(process.hubs.stats().transports).toEqual({ WebSockets: 0, ServerSentEvents: 0, LongPolling: 0 })
    expect(world.time.works).toHaveLength(0)
  })

  it('does not wait for clients that do not leave', async () => {
    const process = await world.start()
    const client = await joinRaw(process.address, '/hub/user?game=1')
    client.pause()
    await process.hubs.close(30)
    expect(process.hubs.stats().hubs.user).toBe(0)
    client.resume()
    await client.closed
  })

  it('stops once, and is silent afterwards', async () => {
    const process = await world.start()
    await Promise.all([process.hubs.close(), process.hubs.close()])
    process.hubs.toPlayers(1, 'E', null)
    process.hubs.recheck('mona')
    await process.hubs.close()
    expect(world.people.asked).toEqual([])
    expect(world.reported).toEqual([])
  })
})

it('a client that connects while its process is busy with thousands loses no handshake', async () => {
  const process = await world.start()
  const early = await Promise.all(
    Array.from({ length: 300 }, () => joinRaw(process.address, '/hub/user?game=1')),
  )
  const late = await connectRaw(process.address, '/hub/user?game=1')
  process.hubs.toPlayers(1, 'E', null)
  late.say(handshake)
  expect(await late.hear()).toEqual({})
  process.hubs.toPlayers(1, 'F', null)
  expect(await late.hear()).toMatchObject({ target: 'F' })
  for (const client of early) {
    expect(await client.hear()).toMatchObject({ target: 'E' })
    expect(await client.hear()).toMatchObject({ target: 'F' })
  }
})
