import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lingerAtClose, type LingerLimits } from './linger.ts'

afterEach(() => void vi.useRealTimers())

const announce = async (limits: LingerLimits): Promise<{ client: Socket; served: Socket }> => {
  const server = createServer((_request, response) =>
    response.writeHead(401, { connection: 'close' }).end('no'),
  )
  server.prependListener('request', lingerAtClose(server, limits))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n')
  const [served] = await accepted
  const [answer] = await once(client, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  return { client, served }
}

describe('a connection whose body nobody wants', () => {
  it('stays until the client ends it', async () => {
    const { client, served } = await announce({ bytes: 1_000_000, ms: 60_000 })
    client.write('x'.repeat(1000))
    expect(served.destroyed).toBe(false)
    client.end()
    await once(served, 'close')
  })

  it('is closed once more has come than the bound', async () => {
    const { client, served } = await announce({ bytes: 1000, ms: 60_000 })
    client.write('x'.repeat(5000))
    await once(served, 'close')
    expect(served.bytesRead).toBeLessThan(100_000)
  })

  it('is closed when its time is over, however slowly the client sends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { client, served } = await announce({ bytes: 1_000_000, ms: 30_000 })
    for (let second = 0; second < 29; second++) {
      client.write('x')
      vi.advanceTimersByTime(1000)
      expect(served.destroyed).toBe(false)
    }
    vi.advanceTimersByTime(1000)
    expect(served.destroyed).toBe(true)
  })
})
