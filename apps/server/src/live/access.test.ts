import { setTimeout as after } from 'node:timers/promises'
import WebSocket from 'ws'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, handshake, joinRaw } from '../../../../tests/kit/hub-client.ts'
import { createHubWorld, type HubProcess, type HubWorld } from '../../../../tests/kit/hub-world.ts'
import { patient } from '../../../../tests/kit/patient.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let world: HubWorld
let server: HubProcess

beforeEach(async () => {
  world = createHubWorld()
  world.people.roles.set('mona', 'monitor').set('ada', 'admin').set('ulla', 'user')
  server = await world.start()
})
afterEach(() => world.close())

const as = (who: string): { headers: { Cookie: string } } => ({
  headers: { Cookie: `theme=dark; who=${who}` },
})
const lost = { type: 7, allowReconnect: true }

describe('what admission is told', () => {
  it('is the hub, the query and the credentials, but no secret among the query', async () => {
    await joinRaw(server.address, '/hub/user?Game=5&X=y&access_token=t', as('ulla'))
    expect(world.people.asked).toEqual([
      {
        hub: 'user',
        game: 5,
        query: new Map([
          ['game', '5'],
          ['x', 'y'],
        ]),
        cookie: 'theme=dark; who=ulla',
        bearer: null,
        address: '127.0.0.1',
      },
    ])
  })

  it.each([
    [{ Authorization: 'Bearer one' }, 'one'],
    [{ Authorization: 'bearer one' }, null],
    [{ Authorization: 'Bearer one two' }, null],
    [{ Authorization: 'Basic b25l' }, null],
  ])('takes a token from %o and never from the query', async (headers, bearer) => {
    await joinRaw(server.address, '/hub/user?game=1&access_token=of%20query', { headers })
    expect(world.people.asked).toMatchObject([{ bearer }])
  })
})

describe('who may listen', () => {
  it('a hidden game is hidden from all but monitors', async () => {
    world.people.hiddenGames.add(3)
    await joinRaw(server.address, '/hub/user?game=3', as('mona'))
    const client = await joinRaw(server.address, '/hub/user?game=3', as('ulla'))
    expect(await client.hear()).toEqual({ type: 7 })
  })

  it('an API token opens the monitor hub', async () => {
    world.people.tokens.add('abc.def')
    const client = await joinRaw(server.address, '/hub/monitor?game=3', {
      headers: { Authorization: 'Bearer abc.def' },
    })
    server.hubs.toMonitors(3, 'E', 1)
    expect(await client.hear()).toMatchObject({ target: 'E' })
  })
})

describe('when access changes', () => {
  it('those who lost it are closed, and everybody else goes on', async () => {
    const mona = await joinRaw(server.address, '/hub/monitor?game=1', as('mona'))
    const monaToo = await joinRaw(server.address, '/hub/user?game=1', as('mona'))
    const ada = await joinRaw(server.address, '/hub/monitor?game=1', as('ada'))
    world.people.roles.set('mona', 'user')
    server.hubs.recheck('mona')
    expect(await mona.hear()).toEqual(lost)
    expect(await mona.closed).toBe(1000)
    server.hubs.toMonitors(1, 'ToMonitors', null)
    server.hubs.toPlayers(1, 'ToPlayers', null)
    expect(await ada.hear()).toMatchObject({ target: 'ToMonitors' })
    expect(await monaToo.hear()).toMatchObject({ target: 'ToPlayers' })
  })

  it('nothing is heard between losing access and the end', async () => {
    const mona = await joinRaw(server.address, '/hub/monitor?game=1', as('mona'))
    server.hubs.drop('mona')
    server.hubs.toMonitors(1, 'Secret', null)
    expect(await mona.hear()).toEqual(lost)
    expect(await mona.hear()).toBeNull()
  })

  it('a session that is revoked ends its connections, asked or not', async () => {
    const ulla = await joinRaw(server.address, '/hub/user?game=1', as('ulla'))
    const other = await joinRaw(server.address, '/hub/user?game=1', as('ada'))
    server.hubs.drop('ulla')
    expect(await ulla.hear()).toEqual(lost)
    server.hubs.toPlayers(1, 'E', null)
    expect(await other.hear()).toMatchObject({ target: 'E' })
  })

  it('a game that is hidden is lost to its players, with a session or without', async () => {
    const anonymous = await joinRaw(server.address, '/hub/user?game=1')
    const ulla = await joinRaw(server.address, '/hub/user?game=1', as('ulla'))
    const mona = await joinRaw(server.address, '/hub/user?game=1', as('mona'))
    const elsewhere = await joinRaw(server.address, '/hub/user?game=2')
    world.people.hiddenGames.add(1).add(2)
    server.hubs.recheckGame(1)
    expect(await anonymous.hear()).toEqual(lost)
    expect(await ulla.hear()).toEqual(lost)
    server.hubs.toPlayers(1, 'E', null)
    server.hubs.toPlayers(2, 'E', null)
    expect(await mona.hear()).toMatchObject({ target: 'E' })
    expect(await elsewhere.hear()).toMatchObject({ target: 'E' })
  })

  it('an answer that was under way is not believed', async () => {
    let release = (): void => {}
    world.people.before = () =>
      new Promise((resolve) => {
        release = resolve
      })
    const client = await connectRaw(server.address, '/hub/monitor?game=1', as('mona'))
    client.say(handshake)
    await expect.poll(() => world.people.asked.length, patient).toBe(1)
    world.people.roles.delete('mona')
    server.hubs.recheck('mona')
    await after(5)
    world.people.before = () => Promise.resolve()
    release()
    expect(await client.hear()).toEqual({})
    expect(await client.hear()).toEqual({ type: 7 })
  })

  it('a new admission moves the connection to its new rooms, and to its new holder', async () => {
    let game = 1
    let subject = 'a'
    const process = await world.start({
      admit: async () => ({ rooms: ['players:9', game === 1 ? 'players:1' : 'players:2'], subject }),
    })
    const client = await joinRaw(process.address, '/hub/user')
    game = 2
    subject = 'b'
    process.hubs.recheck('a')
    process.hubs.toPlayers(9, 'Kept', null)
    await after(5)
    process.hubs.toPlayers(1, 'Old', null)
    process.hubs.toPlayers(2, 'New', null)
    expect(await client.hear()).toMatchObject({ target: 'Kept' })
    expect(await client.hear()).toMatchObject({ target: 'New' })
    process.hubs.drop('a')
    process.hubs.drop('b')
    expect(await client.hear()).toEqual(lost)
  })

  it('an admission is asked for again when it said so', async () => {
    let isIn = true
    const process = await world.start({
      admit: async () => (isIn ? { rooms: [], subject: 'a', holdsForMs: 5_000 } : null),
    })
    const client = await joinRaw(process.address, '/hub/user')
    await world.time.pass(4)
    isIn = false
    await world.time.pass(3)
    expect(await client.hear()).toEqual(lost)
  })

  it('nobody stays for whom it cannot be decided', async () => {
    const mona = await joinRaw(server.address, '/hub/monitor?game=1', as('mona'))
    world.people.before = () => Promise.reject(new Error('the database is away'))
    server.hubs.recheck('mona')
    expect(await mona.hear()).toEqual({
      type: 7,
      error: expect.not.stringContaining('database'),
      allowReconnect: true,
    })
    expect(world.reported.length).toBeGreaterThan(0)
  })

  it('word may be missing: half an hour later it is noticed all the same', async () => {
    const process = await world.start({ limits: { silenceMs: 24 * 3_600_000 } })
    const mona = await joinRaw(process.address, '/hub/monitor?game=1', as('mona'))
    const ada = await joinRaw(process.address, '/hub/monitor?game=1', as('ada'))
    await joinRaw(process.address, '/hub/user?game=1')
    world.people.roles.delete('mona')
    await world.time.pass(1_790)
    expect(process.hubs.stats().hubs.monitor).toBe(2)
    await world.time.pass(12)
    await mona.closed
    await expect.poll(() => process.hubs.stats().hubs, patient).toEqual({ user: 1, monitor: 1, admin: 0 })
    expect(ada.socket.readyState).toBe(WebSocket.OPEN)
    expect(world.people.asked.filter(({ hub }) => hub === 'user')).toHaveLength(1)
  })
})
