import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createTestClock } from '../../kit/clock.ts'
import { patient } from '../../kit/patient.ts'
import { frame, leave, opcodes, openRaw } from '../../kit/raw-websocket.ts'
import { createRelaySetup, type RelaySetup } from '../../kit/relay-setup.ts'

let setup: RelaySetup
beforeAll(async () => {
  // On a busy machine seconds pass between two steps, so the clock is stopped.
  setup = await createRelaySetup({ clock: createTestClock() })
})
afterEach(() => setup.clear())
afterAll(() => setup.close())

const openNow = (): number => setup.open()
const none = async (): Promise<void> => expect.poll(openNow, patient).toBe(0)

const allOf = (target: Socket): Promise<string> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    target.on('data', (chunk: Buffer) => parts.push(chunk))
    target.once('end', () => resolve(Buffer.concat(parts).toString()))
  })

const brokenOff = async (target: Socket): Promise<true> => {
  const asking = setInterval(() => target.write('?'), 20)
  await new Promise((resolve) => target.resume().once('close', resolve))
  clearInterval(asking)
  return true
}

/** Resolves when the relay has checked all connections, five seconds from now. */
const witness = async (): Promise<() => Promise<void>> => {
  const { client, target } = await (await setup.serve()).connect()
  target.end()
  expect(await client.farewell()).toBe(1000)
  return async () => expect(await client.hear()).toBeNull()
}

const gone = (id: string): void => setup.world.adapters.bus.publish('instance.gone', { id })

describe('when the container has said everything', () => {
  it('the client gets it all, then a farewell, and the connection ends with the client’s own', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const bytes = Buffer.alloc(3_000_000, 'z')
    target.end(bytes)
    expect((await client.data()).equals(bytes)).toBe(true)
    client.socket.write(leave(1000))
    client.socket.end()
    expect(await client.closed).toBe('ended')
    await none()
  })

  it('the farewell is 1000', async () => {
    const { client, target } = await (await setup.serve()).connect()
    target.end('bye')
    expect(await client.farewell()).toBe(1000)
  })

  it('it still hears what the client says until that takes its leave as well', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const heard = allOf(target)
    target.end('bye')
    expect(await client.farewell()).toBe(1000)
    client.socket.write(Buffer.concat([frame(opcodes.binary, 'wait, '), frame(opcodes.binary, 'bye')]))
    client.socket.write(leave(1000))
    expect(await heard).toBe('wait, bye')
    client.socket.end()
    await none()
  })

  it('a client that does not take its leave is left', async () => {
    const { client, target } = await (await setup.serve()).connect()
    target.end()
    expect(await client.farewell()).toBe(1000)
    setup.world.clock.advance(6_000)
    await once(client.socket, 'end')
    client.socket.end()
    await none()
  })

  it('a client that reads slowly has its time', async () => {
    const { client, target } = await (await setup.serve()).connect()
    client.socket.pause()
    // More than the system's buffers hold.
    const bytes = Buffer.alloc(20_000_000, 'y')
    target.end(bytes)
    await expect.poll(() => setup.world.app.relay.stalled, patient).toBeGreaterThan(0)
    const looked = await witness()
    setup.world.clock.advance(60_000)
    await looked()
    client.socket.resume()
    expect((await client.data()).equals(bytes)).toBe(true)
  })

  it('though it had broken off, its last words arrive, and the farewell says what happened', async () => {
    const { client, target } = await (await setup.serve()).connect()
    target.write('last words')
    expect((await client.hear())?.payload.toString()).toBe('last words')
    target.resetAndDestroy()
    expect(await client.farewell()).toBe(1011)
  })
})

describe('when the client has said everything', () => {
  it('the container sees the end, and its answer still arrives before the farewell', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const heard = allOf(target)
    client.socket.write(Buffer.concat([frame(opcodes.binary, 'question'), leave()]))
    expect(await heard).toBe('question')
    const answer = Buffer.alloc(2_000_000, 'a')
    const { relay } = setup.world.app
    const before = relay.bytes
    target.write(answer.subarray(0, 1_000_000))
    await expect.poll(() => relay.bytes - before, patient).toBe(1_000_000)
    target.end(answer.subarray(1_000_000))
    expect((await client.data()).equals(answer)).toBe(true)
    client.socket.end()
    await none()
  })

  it('the same holds for the usual library, which waits for the answer to its farewell', async () => {
    const service = await setup.serve()
    const client = new WebSocket(setup.world.origin.replace('http', 'ws') + service.path)
    const [target] = await Promise.all([service.next(), once(client, 'open')])
    const heard = allOf(target)
    client.send('question')
    client.close(1000)
    expect(await heard).toBe('question')
    const answered = once(client, 'message')
    target.end('answer')
    expect(String((await answered)[0])).toBe('answer')
    expect((await once(client, 'close'))[0]).toBe(1000)
  })

  it('a container that says nothing more is not waited for', async () => {
    const looked = await witness()
    setup.world.clock.advance(3_000)
    const { client, target } = await (await setup.serve()).connect()
    client.socket.write(leave(1000))
    await allOf(target)
    setup.world.clock.advance(3_000)
    await looked()
    await expect.poll(openNow, patient).toBe(1)
    setup.world.clock.advance(5_000)
    expect(await client.farewell()).toBe(1000)
    client.socket.end()
    target.end()
    await none()
  })

  it('its room is free for others at once, and the container may still answer', async () => {
    const most = 32
    const service = await setup.serve()
    const finished = async () => {
      const both = await service.connect()
      both.client.socket.write(leave(1000))
      await allOf(both.target)
      return both
    }
    const closed = [await finished()]
    for (let each = 1; each < most; each++) closed.push(await finished())
    expect(openNow()).toBe(most)
    const others = []
    for (let each = 0; each < most; each++) others.push(await service.connect())
    expect((await setup.knock(service.path)).refusal).toContain('proxy.tooManyConnections')
    const [longest, second] = closed
    if (longest === undefined || second === undefined) throw new Error('there are many')
    for (const { client, target } of [longest, second]) {
      target.write('answer')
      expect((await client.hear())?.payload.toString()).toBe('answer')
    }
    // Lingering connections are limited, too, so the oldest is dropped.
    const [other] = others
    other?.client.socket.write(leave(1000))
    expect(await longest.client.farewell()).toBe(1001)
    second.target.end('the end')
    expect((await second.client.hear())?.payload.toString()).toBe('the end')
    expect(await second.client.farewell()).toBe(1000)
    expect((await setup.knock(service.path)).refusal).toBeNull()
  })

  it('a container that goes on is listened to for longer', async () => {
    const { client, target } = await (await setup.serve()).connect()
    client.socket.write(leave(1000))
    await allOf(target)
    let lookedBefore = async (): Promise<void> => undefined
    for (let each = 0; each < 4; each++) {
      target.write(String(each))
      expect((await client.hear())?.payload.toString()).toBe(String(each))
      const looked = await witness()
      setup.world.clock.advance(3_000)
      await lookedBefore()
      lookedBefore = looked
    }
    target.end()
    expect(await client.farewell()).toBe(1000)
  })

  it('nothing is left of one that hangs up right after its farewell', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const heard = allOf(target)
    client.socket.write(Buffer.concat([frame(opcodes.binary, 'all of it'), leave()]))
    client.socket.destroy()
    expect(await heard).toBe('all of it')
    target.end('nobody hears this')
    await none()
  })

  it('one that hangs up without a farewell counts as one that takes its leave', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const heard = allOf(target)
    client.socket.end(frame(opcodes.binary, 'all of it'))
    expect(await heard).toBe('all of it')
    target.end('answer')
    expect((await client.data()).toString()).toBe('answer')
    await none()
  })
})

describe('when the client breaks off', () => {
  it.each([
    ['with a reset', (socket: Socket) => void socket.resetAndDestroy()],
    [
      'in the middle of a frame',
      (socket: Socket) => void socket.end(frame(opcodes.binary, 'half').subarray(0, 8)),
    ],
    [
      'in the middle of a head',
      (socket: Socket) => void socket.end(frame(opcodes.binary, 'none').subarray(0, 1)),
    ],
    ['in the middle of a message', (socket: Socket) => void socket.end(frame(1, 'half', { final: false }))],
  ])('%s, so does the connection to the container', async (_says, breakOff) => {
    const { client, target } = await (await setup.serve()).connect()
    breakOff(client.socket)
    expect(await brokenOff(target)).toBe(true)
    await none()
  })
})

describe('a client that breaks the protocol', () => {
  const long = Buffer.concat([
    Buffer.from([0x82, 0xff]),
    Buffer.from('0000000100000000', 'hex'),
    Buffer.alloc(4),
  ])
  it.each([
    ['without a mask', frame(opcodes.binary, 'x', { masked: false }), 1002],
    ['with a reserved bit', frame(opcodes.binary, 'x', { reserved: 4 }), 1002],
    ['with an unknown kind of frame', frame(3, 'x'), 1002],
    ['with an unknown kind of control frame', frame(11, 'x'), 1002],
    ['with a fragment of nothing', frame(opcodes.more, 'x'), 1002],
    [
      'with a message inside a message',
      Buffer.concat([frame(opcodes.text, 'x', { final: false }), frame(opcodes.text, 'y')]),
      1002,
    ],
    ['with a ping in fragments', frame(opcodes.ping, 'x', { final: false }), 1002],
    ['with a long ping', frame(opcodes.ping, 'x'.repeat(126)), 1002],
    ['with a status of one byte', frame(opcodes.close, 'x'), 1002],
    ['with a status that is never sent', leave(1005), 1002],
    ['with a frame longer than any', long, 1009],
  ])('%s is told so and let go, and the container as well', async (_says, bytes, status) => {
    const { client, target } = await (await setup.serve()).connect()
    const arrived = once(target, 'data')
    client.socket.write(Buffer.concat([frame(opcodes.binary, 'fine'), bytes, frame(opcodes.binary, 'never')]))
    expect(await client.farewell()).toBe(status)
    expect(String((await arrived)[0])).toMatch(/^finex?$/)
    expect(await brokenOff(target)).toBe(true)
    client.socket.end()
    await none()
  })
})

describe('after half an hour', () => {
  const halfHour = 30 * 60_000

  it('a connection ends, however busy it is', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const looked = await witness()
    setup.world.clock.advance(halfHour - 60_000)
    await looked()
    target.write('still here')
    expect((await client.hear())?.payload.toString()).toBe('still here')
    setup.world.clock.advance(60_000)
    expect(await client.farewell()).toBe(1001)
    expect(await brokenOff(target)).toBe(true)
    client.socket.write(leave(1001))
    client.socket.end()
    await none()
  })

  it('so does one whose client neither reads nor goes', async () => {
    const { client, target } = await (await setup.serve()).connect()
    client.socket.pause()
    target.write(Buffer.alloc(20_000_000))
    await expect.poll(() => setup.world.app.relay.stalled, patient).toBeGreaterThan(0)
    const looked = await witness()
    setup.world.clock.advance(halfHour)
    await looked()
    await expect.poll(openNow, patient).toBe(1)
    setup.world.clock.advance(6_000)
    await none()
    expect(setup.world.app.relay.stalled).toBe(0)
  })
})

describe('when the container is gone', () => {
  it('its connections end at once, and no others', async () => {
    const [one, other] = [await setup.serve(), await setup.serve()]
    const [first, second, third] = [await one.connect(), await one.connect(), await other.connect()]
    gone(one.container.id)
    expect(await first.client.farewell()).toBe(1001)
    expect(await second.client.farewell()).toBe(1001)
    for (const { client } of [first, second]) client.socket.end(leave())
    await expect.poll(openNow, patient).toBe(1)
    third.target.write('still here')
    expect((await third.client.hear())?.payload.toString()).toBe('still here')
  })

  it('nobody is let in who was waiting for it', async () => {
    const service = await setup.serve()
    await service.connect()
    await setup.world.db.deleteFrom('container').where('id', '=', service.container.id).execute()
    const late = setup.knock(service.path)
    gone(service.container.id)
    const { refusal, farewell } = await late
    if (refusal === null) expect(await farewell()).toBe(1001)
    else expect(refusal).toMatch(/^HTTP\/1\.1 404 /)
    expect((await setup.knock(service.path)).refusal).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('when the server stops', () => {
  it('everybody is told, and those who do not go are ended', async () => {
    const stopping = await createRelaySetup()
    const service = await stopping.serve()
    const [polite, rude, deaf] = [await service.connect(), await service.connect(), await service.connect()]
    deaf.client.socket.pause()
    deaf.target.write(Buffer.alloc(20_000_000))
    await expect.poll(() => stopping.world.app.relay.stalled, patient).toBeGreaterThan(0)
    const closed = stopping.world.app.close()
    expect(await polite.client.farewell()).toBe(1001)
    polite.client.socket.end(leave(1001))
    expect(await rude.client.farewell()).toBe(1001)
    const late = await openRaw(stopping.world.origin, service.path).catch(() => null)
    if (late !== null) expect(late.refusal).toMatch(/^HTTP\/1\.1 503 /)
    await closed
    expect(stopping.open()).toBe(0)
    deaf.client.socket.resume().end()
    await deaf.client.closed
    service.close()
  })
})
