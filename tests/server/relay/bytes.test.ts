import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket, { createWebSocketStream } from 'ws'
import { patient } from '../../kit/patient.ts'
import { frame, leave, opcodes } from '../../kit/raw-websocket.ts'
import { createRelaySetup, type RelaySetup, type Service } from '../../kit/relay-setup.ts'

let setup: RelaySetup
beforeAll(async () => {
  setup = await createRelaySetup()
})
afterEach(() => setup.clear())
afterAll(() => setup.close())

const mebibyte = 1_048_576

const something = (size: number): { pieces: Buffer[]; hash: string } => {
  const bytes = randomBytes(size)
  const pieces: Buffer[] = []
  for (let at = 0, length = 1; at < size; at += length, length = (length * 7 + 3) % 200_000)
    pieces.push(bytes.subarray(at, at + length))
  return { pieces, hash: hashOf(bytes) }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const hashOfAll = async (from: Readable, slowly: boolean): Promise<string> => {
  const hash = createHash('sha256')
  let count = 0
  for await (const chunk of from) {
    hash.update(chunk as Buffer)
    if (slowly && ++count % 8 === 0) await turn()
  }
  return hash.digest('hex')
}

const libraryClient = async (service: Service): Promise<{ socket: WebSocket; target: Socket }> => {
  const socket = new WebSocket(setup.world.origin.replace('http', 'ws') + service.path)
  const [target] = await Promise.all([service.next(), once(socket, 'open')])
  return { socket, target }
}

const untilRead = async (target: Socket, count: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  let length = 0
  while (length < count) {
    const [chunk] = (await once(target, 'data')) as [Buffer]
    parts.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(parts)
}

describe('bytes arrive as they were sent', () => {
  it.each([false, true])('many of them, in both directions at once (slow readers: %s)', async (slowly) => {
    const { socket, target } = await libraryClient(await setup.serve())
    const stream = createWebSocketStream(socket)
    const [up, down] = [something(12 * mebibyte), something(12 * mebibyte)]
    const arrived = hashOfAll(target, slowly)
    const sending = pipeline(Readable.from(down.pieces), target)
    for (const piece of up.pieces) socket.send(piece)
    const heard = createHash('sha256')
    const reading = (async () => {
      let count = 0
      // To its end: leaving it earlier would cut off what is still on its way up.
      for await (const chunk of stream) {
        heard.update(chunk as Buffer)
        if (slowly && ++count % 8 === 0) await turn()
      }
    })()
    await Promise.all([sending, reading])
    expect(heard.digest('hex')).toBe(down.hash)
    expect(await arrived).toBe(up.hash)
  })

  it('as text or binary, in fragments, around pings, in frames of nothing, a byte at a time', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const sent = Buffer.concat([
      frame(opcodes.text, 'grüß '),
      frame(opcodes.binary, ''),
      frame(opcodes.binary, 'a', { final: false }),
      frame(opcodes.ping, 'between'),
      frame(opcodes.more, 'bc', { final: false }),
      frame(opcodes.more, '', { final: false }),
      frame(opcodes.pong, 'unasked'),
      frame(opcodes.more, 'd'),
      frame(opcodes.text, '', { final: false }),
      frame(opcodes.more, Buffer.from([0, 255, 254])),
      frame(opcodes.binary, 'x'.repeat(300)),
    ])
    const wanted = Buffer.concat([
      Buffer.from('grüß abcd'),
      Buffer.from([0, 255, 254]),
      Buffer.alloc(300, 'x'),
    ])
    const whole = untilRead(target, wanted.length)
    client.socket.write(sent)
    expect(await whole).toEqual(wanted)
    const bytewise = untilRead(target, wanted.length)
    for (const byte of sent) {
      client.socket.write(Buffer.from([byte]))
      await turn()
    }
    expect(await bytewise).toEqual(wanted)
    expect(await client.hear()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from('between') })
    expect(await client.hear()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from('between') })
  })

  it('in one frame of many megabytes', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const bytes = randomBytes(20 * mebibyte)
    const whole = untilRead(target, bytes.length)
    client.socket.write(frame(opcodes.binary, bytes))
    expect(hashOf(await whole)).toBe(hashOf(bytes))
  })

  it('from the container as binary messages, one for each piece that was read', async () => {
    const { client, target } = await (await setup.serve()).connect()
    for (const size of [1, 125, 126, 4096, 4097, 65_535]) {
      const bytes = randomBytes(size)
      target.write(bytes)
      const parts: Buffer[] = []
      while (Buffer.concat(parts).length < size) {
        const heard = await client.hear()
        expect(heard?.opcode).toBe(opcodes.binary)
        parts.push(heard?.payload ?? Buffer.alloc(0))
      }
      expect(Buffer.concat(parts)).toEqual(bytes)
    }
  })

  it('and are counted', async () => {
    const { client, target } = await (await setup.serve()).connect()
    const before = setup.world.app.relay.bytes
    client.socket.write(frame(opcodes.binary, 'abc'))
    await untilRead(target, 3)
    target.write('de')
    await client.hear()
    expect(setup.world.app.relay.bytes - before).toBe(5)
  })
})

describe('somebody who does not read', () => {
  // More than the buffers of four sockets hold.
  const much = 20_000_000
  // The same amount passes through a later connection, so without backpressure the first would be done.
  const passAsMuch = async (): Promise<void> => {
    const { client, target } = await (await setup.serve()).connect()
    target.end(Buffer.alloc(much))
    expect((await client.data()).length).toBe(much)
    client.socket.end(leave(1000))
  }

  it('keeps a container from sending more than a little', async () => {
    const { client, target } = await (await setup.serve()).connect()
    client.socket.pause()
    const { relay } = setup.world.app
    const before = relay.bytes
    target.write(Buffer.alloc(much))
    await passAsMuch()
    expect(relay.bytes - before).toBeLessThan(2 * much)
    expect(target.writableLength).toBeGreaterThan(0)
    expect(relay.stalled).toBeGreaterThan(0)
    expect(relay.stalled).toBeLessThan(400_000)
    client.socket.resume()
    await expect.poll(() => relay.stalled, patient).toBe(0)
  })

  it('keeps a client from sending more than a little', async () => {
    const { client, target } = await (await setup.serve()).connect()
    target.pause()
    const { relay } = setup.world.app
    const before = relay.bytes
    const piece = frame(opcodes.binary, Buffer.alloc(65_000))
    for (let sent = 0; sent < much; sent += 65_000) client.socket.write(piece)
    await passAsMuch()
    expect(relay.bytes - before).toBeLessThan(2 * much)
    expect(client.socket.writableLength).toBeGreaterThan(0)
    expect(relay.stalled).toBeGreaterThan(0)
    expect(relay.stalled).toBeLessThan(400_000)
    target.resume()
    await expect.poll(() => relay.stalled, patient).toBe(0)
  })

  it('gets no heap of answers to its pings', async () => {
    const { client, target } = await (await setup.serve()).connect()
    client.socket.pause()
    const pings = Buffer.concat(Array.from({ length: 500 }, (_, each) => frame(opcodes.ping, `ping ${each}`)))
    for (let round = 0; round < 2_000; round++)
      if (!client.socket.write(pings)) await once(client.socket, 'drain')
    const arrived = untilRead(target, 4)
    client.socket.write(frame(opcodes.binary, 'done'))
    expect((await arrived).toString()).toBe('done')
    client.socket.resume()
    let pongs = 0
    client.socket.write(leave(1000))
    target.end()
    for (let heard = await client.hear(); heard?.opcode === opcodes.pong; heard = await client.hear()) pongs++
    expect(pongs).toBeGreaterThan(0)
    // One for each piece that was read, not for each ping.
    expect(pongs).toBeLessThan(20_000)
  })
})
