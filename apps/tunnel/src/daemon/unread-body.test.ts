import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTunnelWorld, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'

let world: TunnelWorld
let another: TunnelWorld
beforeAll(async () => {
  world = await createTunnelWorld({ keyed: true })
  another = await createTunnelWorld({ peerOf: () => 'other' })
})
afterAll(() => Promise.all([world.close(), another.close()]))

type Refused = { status: number; path?: string; host?: string; method?: string; by?: () => TunnelWorld }

const refusals: Readonly<Record<string, Refused>> = {
  'a request for another host': { status: 403, path: '/connect', host: 'evil.example' },
  'a request without the key': { status: 403 },
  'a request of another user': { status: 403, by: () => another },
  'a request to nowhere': { status: 404, path: '/nowhere' },
  'a request of another method': { status: 405, path: '/connect', method: 'PUT' },
  'a question what is allowed': { status: 200, path: '/connect', method: 'OPTIONS' },
  'a body that is too long': { status: 413, path: '/connect' },
}

const open = (refused: Refused, lines: readonly string[]): Socket => {
  const { path, host = 'localhost', method = 'POST', by = () => world } = refused
  const { hostname, port, pathname } = new URL(by().daemon.address)
  const asked = path === undefined ? '/connect' : `${pathname === '/' ? '' : pathname}${path}`
  const head = [`${method} ${asked} HTTP/1.1`, `Host: ${host}`, ...lines, '', '']
  const socket = connect(Number(port), hostname)
  socket.write(head.join('\r\n'))
  return socket
}

/** Sends everything before reading, like many simple clients. Fails where the connection is reset. */
const sendAll = async (refused: Refused, lines: readonly string[], body: Uint8Array): Promise<string> => {
  const socket = open(refused, lines).pause()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })
  return (await buffer(socket)).toString()
}

const statuses = async (times: number, attempt: () => Promise<string>): Promise<string[]> => {
  const found: string[] = []
  for (let time = 0; time < times; time++) {
    const said = await attempt().catch(String)
    found.push(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? said)
  }
  return found
}

const unread = Object.entries(refusals).filter(([, { status }]) => status !== 413)

const sizes = [
  [3_000_000, 20],
  [40_000_000, 2],
] as const

describe.each(Object.entries(refusals))('%s', (_what, refused) => {
  it.each(sizes)('gets its answer with a body of %i bytes that nobody reads', async (size, times) => {
    const lines = [`Content-Length: ${size}`, 'Connection: close']
    const found = await statuses(times, () => sendAll(refused, lines, Buffer.alloc(size, 0x20)))
    expect(found).toEqual(Array.from({ length: times }, () => String(refused.status)))
  })

  it('gets its answer with a body in chunks', async () => {
    const size = 3_000_000
    const parts = [`${size.toString(16)}\r\n`, Buffer.alloc(size, 0x20), '\r\n0\r\n\r\n']
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const found = await statuses(10, () => sendAll(refused, ['Transfer-Encoding: chunked'], body))
    expect(found).toEqual(Array.from({ length: 10 }, () => String(refused.status)))
  })
})

describe('a request whose body nobody reads', () => {
  it.each(unread)('gets its answer before the body has come: %s', async (_what, refused) => {
    const socket = open(refused, ['Content-Length: 3000000'])
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${refused.status} `))
    socket.destroy()
  })
})
