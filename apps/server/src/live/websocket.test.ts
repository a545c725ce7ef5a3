import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { connectRaw, handshake, joinRaw, separator } from '../../../../tests/kit/hub-client.ts'
import { createHubWorld, type HubProcess, type HubWorld } from '../../../../tests/kit/hub-world.ts'
import { patient } from '../../../../tests/kit/patient.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let world: HubWorld
let server: HubProcess

beforeEach(async () => {
  world = createHubWorld()
  server = await world.start()
})
afterEach(() => world.close())

const user = '/hub/user?game=1'

describe('the handshake', () => {
  it('is answered with an empty object, and then events come', async () => {
    const client = await connectRaw(server.address, user)
    client.say(handshake)
    expect(await client.hear()).toEqual({})
    server.hubs.toPlayers(1, 'ReceivedGameNotice', { id: 3, values: ['Grüße 🏴'] })
    expect(await client.hear()).toEqual({
      type: 1,
      target: 'ReceivedGameNotice',
      arguments: [{ id: 3, values: ['Grüße 🏴'] }],
    })
  })

  it('may come in pieces, in binary frames, and with messages behind it', async () => {
    const client = await connectRaw(server.address, user)
    const text = Buffer.from(
      JSON.stringify(handshake) +
        separator +
        JSON.stringify({ type: 1, invocationId: 'a', target: 'Do', arguments: [] }) +
        separator,
    )
    client.socket.send(text.subarray(0, 9))
    client.socket.send(text.subarray(9, 60))
    client.socket.send(text.subarray(60))
    expect(await client.hear()).toEqual({})
    expect(await client.hear()).toMatchObject({ type: 3, invocationId: 'a' })
  })

  it.each([
    ['of another protocol', JSON.stringify({ protocol: 'messagepack', version: 1 }) + separator],
    ['of another version', JSON.stringify({ protocol: 'json', version: 3 }) + separator],
    ['that is a message', `{"type":6}${separator}`],
    ['that is no JSON', `hello${separator}`],
    ['that is empty', separator],
    ['that does not end', 'x'.repeat(32_768)],
  ])('%s is answered with an error, and the connection ends', async (_what, text) => {
    const client = await connectRaw(server.address, user)
    for (let at = 0; at < text.length; at += 30_000) client.socket.send(text.slice(at, at + 30_000))
    if (!text.endsWith(separator)) client.socket.send('x')
    expect(await client.hear()).toEqual({ error: expect.any(String) })
    expect(await client.hear()).toBeNull()
    expect(await client.closed).toBe(1000)
    expect(world.people.asked).toEqual([])
  })

  it('that is binary garbage ends the connection', async () => {
    const client = await connectRaw(server.address, user)
    client.socket.send(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x1e]))
    expect(await client.hear()).toEqual({ error: expect.any(String) })
    await client.closed
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
  })

  it('is waited for so long and no longer', async () => {
    const client = await connectRaw(server.address, user)
    await world.time.pass(14)
    expect(server.hubs.stats().hubs.user).toBe(1)
    await world.time.pass(2)
    expect(await client.hear()).toEqual({ error: 'The handshake took too long.' })
    expect(await client.closed).toBe(1000)
  })

  it('that never finds an end at admission fails too', async () => {
    world.people.before = () => new Promise(() => {})
    const client = await connectRaw(server.address, user)
    client.say(handshake)
    await expect.poll(() => world.people.asked.length, patient).toBe(1)
    await world.time.pass(16)
    expect(await client.hear()).toEqual({ error: 'The handshake took too long.' })
  })

  it('comes before any event, and no event after it is missed', async () => {
    const client = await connectRaw(server.address, user)
    let admit = (): void => {}
    world.people.before = () =>
      new Promise((resolve) => {
        admit = resolve
      })
    client.say(handshake)
    await expect.poll(() => world.people.asked.length, patient).toBe(1)
    server.hubs.toPlayers(1, 'Early', null)
    admit()
    expect(await client.hear()).toEqual({})
    server.hubs.toPlayers(1, 'Late', null)
    expect(await client.hear()).toMatchObject({ target: 'Late' })
  })
})

describe('a refused client', () => {
  it.each([
    '/hub/admin',
    '/hub/monitor?game=1',
    '/hub/user',
    '/hub/user?game=x',
    '/hub/user?game=99999999999',
  ])('of %s shakes hands, and is then sent away without a reason', async (path) => {
    const client = await connectRaw(server.address, path)
    client.say(handshake)
    expect(await client.hear()).toEqual({})
    expect(await client.hear()).toEqual({ type: 7 })
    expect(await client.hear()).toBeNull()
    expect(await client.closed).toBe(1000)
  })

  it('that does not close its side is cut off', async () => {
    const client = await connectRaw(server.address, '/hub/admin')
    client.say(handshake)
    expect(await client.hear()).toEqual({})
    client.pause()
    const left = async (): Promise<number> => {
      await world.time.pass(1)
      return server.hubs.stats().hubs.admin
    }
    await expect.poll(left, patient).toBe(0)
  })

  it('for whom nobody could decide is told to try again', async () => {
    const failure = new Error('the database is away')
    world.people.before = () => Promise.reject(failure)
    const client = await connectRaw(server.address, user)
    client.say(handshake)
    expect(await client.hear()).toEqual({ error: expect.not.stringContaining('database') })
    expect(world.reported).toEqual([failure])
  })
})

describe('what a client says', () => {
  it('is answered with an error when it calls a method, and not at all without an id', async () => {
    const client = await joinRaw(server.address, user)
    client.say(
      { type: 1, target: 'Nothing', arguments: [] },
      { type: 1, invocationId: '1', target: 'Send', arguments: [1] },
      { type: 4, invocationId: '2', target: 'Stream', arguments: [] },
    )
    expect(await client.hear()).toEqual({ type: 3, invocationId: '1', error: "Unknown hub method 'Send'." })
    expect(await client.hear()).toEqual({ type: 3, invocationId: '2', error: "Unknown hub method 'Stream'." })
  })

  it('may be of kinds that mean nothing here', async () => {
    const client = await joinRaw(server.address, user)
    for (const type of [2, 3, 5, 6, 8, 9, 42]) client.say({ type, invocationId: 'x' })
    client.say({ type: 1, invocationId: 'still here', target: 'x', arguments: [] })
    expect(await client.hear()).toMatchObject({ type: 3, invocationId: 'still here' })
  })

  it.each([
    ['no JSON', `hello${separator}`],
    ['no type', `{}${separator}`],
    ['nothing', separator],
    ['a bare value', `7${separator}`],
  ])('ends the connection when it is %s', async (_what, text) => {
    const client = await joinRaw(server.address, user)
    client.socket.send(text)
    expect(await client.hear()).toEqual({ type: 7, error: 'The message is malformed.' })
    expect(await client.closed).toBe(1000)
  })

  it('ends the connection when it is binary garbage', async () => {
    const client = await joinRaw(server.address, user)
    client.socket.send(
      Buffer.concat([
        Buffer.from('{"type":6,"x":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from(`"}${separator}`),
      ]),
    )
    expect(await client.hear()).toEqual({ type: 7, error: 'The message is malformed.' })
  })

  it('ends the connection when one frame is too large', async () => {
    const client = await joinRaw(server.address, user)
    client.socket.send('x'.repeat(32_769))
    expect(await client.hear()).toBeNull()
    expect(await client.closed).toBe(1009)
  })

  it('ends the connection when many frames make too large a message', async () => {
    const client = await joinRaw(server.address, user)
    for (let count = 0; count < 5; count++) client.socket.send('x'.repeat(10_000))
    expect(await client.hear()).toEqual({ type: 7, error: 'The message is too large.' })
  })

  it('ends the connection when it is too much in a second', async () => {
    const client = await joinRaw(server.address, user)
    for (let count = 0; count < 200; count++) client.say({ type: 6 })
    expect(await client.hear()).toEqual({ type: 7, error: 'Too many messages.' })
  })

  it('ends the connection when many messages come in one frame', async () => {
    const client = await joinRaw(server.address, user)
    client.say(...Array.from({ length: 200 }, () => ({ type: 6 })))
    expect(await client.hear()).toEqual({ type: 7, error: 'Too many messages.' })
  })

  it('ends the connection when it is a farewell', async () => {
    const client = await joinRaw(server.address, user)
    client.say({ type: 7 })
    expect(await client.hear()).toBeNull()
    expect(await client.closed).toBe(1000)
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
  })
})

describe('signs of life', () => {
  it('come every fifteen seconds, when nothing else does', async () => {
    const client = await joinRaw(server.address, user)
    await world.time.pass(14)
    client.say({ type: 6 })
    server.hubs.toPlayers(1, 'Hello', null)
    expect(await client.hear()).toMatchObject({ target: 'Hello' })
    await world.time.pass(14)
    server.hubs.toPlayers(1, 'Again', null)
    expect(await client.hear()).toMatchObject({ target: 'Again' })
    await world.time.pass(15)
    expect(await client.hear()).toEqual({ type: 6 })
  })

  it('are expected within thirty seconds', async () => {
    const [silent, alive] = [await joinRaw(server.address, user), await joinRaw(server.address, user)]
    for (let count = 0; count < 3; count++) {
      await world.time.pass(9)
      alive.say({ type: 6 }, { type: 1, invocationId: 'heard', target: 'x', arguments: [] })
      let answer = await alive.hear()
      while (JSON.stringify(answer) === '{"type":6}') answer = await alive.hear()
      expect(answer).toMatchObject({ invocationId: 'heard' })
    }
    await world.time.pass(3)
    expect(server.hubs.stats().hubs.user).toBe(2)
    await world.time.pass(1)
    expect(await silent.hear()).toEqual({ type: 6 })
    expect(await silent.hear()).toEqual({ type: 6 })
    expect(await silent.hear()).toEqual({ type: 7, error: expect.any(String), allowReconnect: true })
    expect(await silent.closed).toBe(1000)
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(1)
  })

  it('need no timer of their own: many connections share one', async () => {
    const clients = await Promise.all(
      Array.from({ length: byBreadth(100, 1_000) }, () => joinRaw(server.address, user)),
    )
    expect(world.time.works).toHaveLength(1)
    await world.time.pass(17)
    expect(world.time.works).toHaveLength(1)
    expect(await Promise.all(clients.map((client) => client.hear()))).toEqual(
      clients.map(() => ({ type: 6 })),
    )
    server.hubs.toPlayers(1, 'Hello', { to: 'all' })
    const heard = await Promise.all(clients.map((client) => client.hear()))
    expect(
      heard.every(
        (message) => JSON.stringify(message) === '{"type":1,"target":"Hello","arguments":[{"to":"all"}]}',
      ),
    ).toBe(true)
  })
})

describe('what the server sends', () => {
  it.each([60, 125, 126, 127, 65_535, 65_536, 65_537, 300_000])(
    'arrives whole when it takes %i bytes',
    async (bytes) => {
      const client = await joinRaw(server.address, user)
      const frames: string[] = []
      client.socket.on('message', (data: Buffer) => frames.push(data.toString()))
      const [head, tail] = ['{"type":1,"target":"E","arguments":["', `"]}${separator}`]
      const text = 'x'.repeat(bytes - head.length - tail.length)
      server.hubs.toPlayers(1, 'E', text)
      server.hubs.toPlayers(1, 'E', 'ä')
      await expect.poll(() => frames, patient).toEqual([head + text + tail, `${head}ä${tail}`])
    },
  )

  it('arrives in order and in a frame of its own each, among answers and pings', async () => {
    const client = await joinRaw(server.address, user)
    const frames: string[] = []
    client.socket.on('message', (data: Buffer) => frames.push(data.toString()))
    for (let nth = 0; nth < 500; nth++) {
      server.hubs.toPlayers(1, 'E', nth)
      if (nth % 100 === 0) client.socket.ping()
    }
    await expect.poll(() => frames.length, patient).toBe(500)
    expect(frames).toEqual(
      Array.from({ length: 500 }, (_, nth) => `{"type":1,"target":"E","arguments":[${nth}]}${separator}`),
    )
  })

  it('goes to the room it is for', async () => {
    world.people.roles.set('mona', 'monitor').set('ada', 'admin')
    const as = (who: string): { headers: { Cookie: string } } => ({ headers: { Cookie: `who=${who}` } })
    const player = await joinRaw(server.address, '/Hub/User?Game=1')
    const monitor = await joinRaw(server.address, '/hub/monitor?game=2', as('mona'))
    const admin = await joinRaw(server.address, '/hub/admin', as('ada'))
    server.hubs.toPlayers(2, 'Wrong', null)
    server.hubs.toMonitors(1, 'Wrong', null)
    server.hubs.toPlayers(1, 'ToPlayers', null)
    server.hubs.toMonitors(2, 'ToMonitors', null)
    server.hubs.toAdmins('ToAdmins', null)
    expect(await player.hear()).toMatchObject({ target: 'ToPlayers' })
    expect(await monitor.hear()).toMatchObject({ target: 'ToMonitors' })
    expect(await admin.hear()).toMatchObject({ target: 'ToAdmins' })
    expect(server.hubs.stats()).toMatchObject({
      hubs: { user: 1, monitor: 1, admin: 1 },
      transports: { WebSockets: 3 },
    })
  })

  it('is not gathered without bound for a client that does not read', async () => {
    const [slow, quick] = [await joinRaw(server.address, user), await joinRaw(server.address, user)]
    slow.pause()
    let heard = 0
    quick.socket.on('message', () => heard++)
    let sent = 0
    while (server.hubs.stats().slow === 0) {
      server.hubs.toPlayers(1, 'E', 'x'.repeat(256 * 1024))
      sent++
      await expect.poll(() => heard, patient).toBe(sent)
      // More than the network can buffer.
      expect(sent).toBeLessThan(400)
    }
    expect(server.hubs.stats()).toMatchObject({ hubs: { user: 1 }, slow: 1 })
    slow.resume()
    expect(await slow.closed).toBe(1006)
  })
})
