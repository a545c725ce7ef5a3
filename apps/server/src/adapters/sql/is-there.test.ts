import { type AddressInfo, createServer, type Socket, Socket as Stream } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isThere } from './is-there.ts'

const listening = async (onLine: (line: Socket) => void): Promise<{ host: string; port: number }> => {
  const lines = new Set<Socket>()
  const server = createServer((line) => {
    lines.add(line.on('error', () => undefined))
    onLine(line)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.close()
  })
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

const failed = (code: string): Error => Object.assign(new Error(code), { code })

const failing = (error: Error) => ({
  stream: () =>
    Object.assign(new Stream(), {
      connect(this: Stream) {
        return this.destroy(error)
      },
    }),
})

describe('a database', () => {
  it('is not there if it takes a connection and says nothing', async () => {
    expect(await isThere(await listening(() => undefined), 50)).toBe(false)
  })

  it('is there if it closes a new connection', async () => {
    expect(await isThere(await listening((line) => line.end()), 10_000)).toBe(true)
  })

  it('is there if it answers once this process, which stood still, goes on', async () => {
    const address = await listening((line) => line.end())
    const ms = 50
    const answer = isThere(address, ms)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * ms)
    expect(await answer).toBe(true)
  })

  it('is not there if no route leads to any of its addresses', async () => {
    const [host, net] = [failed('EHOSTUNREACH'), failed('ENETUNREACH')]
    for (const error of [host, net, new AggregateError([host, net])])
      expect(await isThere(failing(error), 10_000)).toBe(false)
  })

  it('is there if the reason why it cannot be asked may be another one', async () => {
    const refused = failed('ECONNREFUSED')
    const unresolved = failed('EAI_AGAIN')
    const mixed = new AggregateError([failed('ENETUNREACH'), refused])
    for (const error of [refused, unresolved, failed('EMFILE'), mixed])
      expect(await isThere(failing(error), 10_000)).toBe(true)
    const connectionString = 'postgresql://127.0.0.1:1/pennant?sslrootcert=/nowhere/root.pem'
    expect(await isThere({ connectionString }, 10_000)).toBe(true)
  })
})
