import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BufferPool } from './buffer-pool.ts'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const pair = async (): Promise<{ near: Socket; far: Socket }> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [far] = (await once(server, 'connection')) as [Socket]
  server.close()
  open.push(near, far)
  return { near, far }
}

const headBytes = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10)

const payloadsIn = (bytes: Buffer): Buffer[] => {
  const payloads: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1)
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
    at += headBytes(length)
    payloads.push(bytes.subarray(at, at + length))
    at += length
  }
  return payloads
}

describe('a buffer pool', () => {
  it('sends what it was given, though what is sent is changed at once, and nobody reads for a while', async () => {
    const { near, far } = await pair()
    const bufferPool = new BufferPool(65_536, 4)
    const landing = Buffer.alloc(65_536)
    const lengths = Array.from({ length: 400 }, (_, at) => [65_536, 1, 5_000, 130, 30_000][at % 5] ?? 0)
    for (const [at, length] of lengths.entries()) {
      landing.fill(at & 0xff)
      bufferPool.send(near, landing.subarray(0, length))
      if (at < 50) await new Promise((resolve) => setImmediate(resolve))
    }
    near.end()
    const payloads = payloadsIn(await buffer(far))
    expect(payloads.map(({ length }) => length)).toEqual(lengths)
    expect(payloads.every((payload, at) => payload.equals(Buffer.alloc(payload.length, at & 0xff)))).toBe(
      true,
    )
  })

  it('reuses the memory of what is written out', async () => {
    const { near, far } = await pair()
    far.resume()
    const bufferPool = new BufferPool(65_536, 4)
    const write = vi.spyOn(near, 'write')
    for (let round = 0; round < 20; round++) {
      bufferPool.send(near, Buffer.alloc(50_000))
      await expect.poll(() => near.writableLength).toBe(0)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const memory = new Set(write.mock.calls.map(([frame]) => (frame as Buffer).buffer))
    expect(memory.size).toBe(1)
  })
})
