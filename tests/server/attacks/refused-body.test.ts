import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ratePolicies } from '@pennant/contract/limit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { byBreadth } from '../../kit/breadth.ts'
import { withSkipReason } from '../../kit/skip-reason.ts'
import { nginxMissing, startNginx, type Nginx } from '../../kit/nginx.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await createWorld()
  person = await world.person()
})
afterAll(() => world.close())

/** Sends everything before reading, like many simple clients. Fails where the connection is reset. */
const sendAll = async (origin: string, head: string, body: Uint8Array): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause()
  socket.write(head)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })
  return (await buffer(socket)).toString()
}

/** `small`: the status of a small body that is no form. */
type Refused = { start: string; lines: readonly string[]; status: number; small?: number; as?: 'user' }

const json = 'Content-Type: application/json'
const form = 'Content-Type: multipart/form-data; boundary=b'
const refusals: Readonly<Record<string, Refused>> = {
  'a JSON body that is too large': { start: 'POST /api/account/register', lines: [json], status: 413 },
  'an upload by nobody': { start: 'PUT /api/account/avatar', lines: [form], status: 401 },
  'an upload by somebody else': { start: 'POST /api/assets', lines: [form], status: 403, as: 'user' },
  'an upload that is too large': {
    start: 'PUT /api/account/avatar',
    lines: [form],
    status: 413,
    small: 400,
    as: 'user',
  },
  'an upload to nowhere': { start: 'POST /api/nothing', lines: [form], status: 404 },
  'an upload where nothing is uploaded': { start: 'POST /api/config', lines: [form], status: 405 },
  'a body of another kind': {
    start: 'POST /api/account/login',
    lines: ['Content-Type: text/xml'],
    status: 415,
  },
}

const ways: Readonly<Record<string, readonly [version: string, line: string]>> = {
  'HTTP/1.0': ['1.0', 'X-Nothing: here'],
  'Connection: close': ['1.1', 'Connection: close'],
  'Connection: close and Expect: 100-continue': ['1.1', 'Connection: close\r\nExpect: 100-continue'],
}

const small = 200_000
const sizesOver = (way: string): readonly (readonly [size: number, times: number])[] => [
  [small, byBreadth(4, 20)],
  // The client's side takes most of the time.
  ...byBreadth(way === 'HTTP/1.0' ? [[40_000_000, 1] as const] : [], [[40_000_000, 2] as const]),
]
const often = byBreadth(4, 20)
const statusOf = ({ status, small: other = status }: Refused, size: number): number =>
  size === small ? other : status

const chunked = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

const headOf = ({ start, lines, as }: Refused, version: string, ...more: readonly string[]): string =>
  [
    `${start} HTTP/${version}`,
    'Host: localhost',
    ...lines,
    ...(as === undefined ? [] : [`Cookie: pennant_session=${person.cookie() ?? ''}`]),
    ...more,
    '',
    '',
  ].join('\r\n')

const statuses = async (times: number, attempt: () => Promise<string>): Promise<(string | undefined)[]> => {
  const found: (string | undefined)[] = []
  for (let time = 0; time < times; time++) {
    const said = await attempt().catch(String)
    found.push(/^HTTP\/1\.1 (?!100)(\d{3})[\s\S]*"title"/m.exec(said)?.[1] ?? said)
  }
  return found
}
const always = (status: number, times: number): string[] =>
  Array.from({ length: times }, () => String(status))

describe.each(Object.entries(ways))('over %s', (way, [version, line]) => {
  it.each(Object.entries(refusals))('%s always gets its answer', async (_what, refused) => {
    for (const [size, times] of sizesOver(way)) {
      const head = headOf(refused, version, line, `Content-Length: ${size}`)
      const found = await statuses(times, () => sendAll(world.origin, head, Buffer.alloc(size, 0x20)))
      expect(found).toEqual(always(statusOf(refused, size), times))
    }
  })
})

describe('a body in chunks', () => {
  it.each(Object.entries(refusals))('of %s does not tear the answer', async (_what, refused) => {
    const body = chunked(Buffer.alloc(small, 0x20))
    const head = headOf(refused, '1.1', 'Connection: close', 'Transfer-Encoding: chunked')
    const found = await statuses(often, () => sendAll(world.origin, head, body))
    expect(found).toEqual(always(statusOf(refused, small), often))
  })
})

describe('on a connection that stays open', () => {
  it('an oversize JSON body gets its 413', async () => {
    const refused: Refused = { start: 'POST /api/account/register', lines: [json], status: 413 }
    for (const size of [70_000, small, 8_000_000]) {
      const head = headOf(refused, '1.1', `Content-Length: ${size}`)
      const found = await statuses(often, () => sendAll(world.origin, head, Buffer.alloc(size, 0x20)))
      expect(found).toEqual(always(413, often))
    }
  })
})

describe('a request too many', () => {
  const from = '203.0.113.7'
  const refused: Refused = {
    start: 'POST /api/account/register',
    lines: [json, `X-Forwarded-For: ${from}`],
    status: 429,
  }

  it('gets its answer over a connection that closes', async () => {
    const limited = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false' } })
    onTestFinished(() => limited.close())
    const patience = new AbortController()
    const register = (): Promise<number> =>
      fetch(`${limited.origin}/api/account/register`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        signal: patience.signal,
      }).then(({ status }) => status)
    const { permits, queue } = ratePolicies.register
    for (let count = 0; count < permits; count++) expect(await register()).toBe(400)
    // The first refusal shows that all others wait.
    const waiting = Array.from({ length: queue + 1 }, register)
    expect(await Promise.race(waiting)).toBe(429)
    for (const [way, [version, line]] of Object.entries(ways))
      for (const [size, times] of sizesOver(way)) {
        const head = headOf(refused, version, line, `Content-Length: ${size}`)
        const found = await statuses(times, () => sendAll(limited.origin, head, Buffer.alloc(size, 0x20)))
        expect(found).toEqual(always(429, times))
      }
    patience.abort()
    await Promise.allSettled(waiting)
  })
})

describe('what cannot be read', () => {
  it('gets its answer though the client goes on sending', async () => {
    const head = `GET /api/config HTTP/1.1\r\nHost: x\r\nX-Long: `
    const found = await statuses(often, () => sendAll(world.origin, head, Buffer.alloc(small, 0x61)))
    expect(found).toEqual(always(431, often))
    const garbage = await statuses(often, () => sendAll(world.origin, 'no HTTP', Buffer.alloc(small)))
    expect(garbage).toEqual(always(400, often))
  })

  it('is not looked through for further requests', async () => {
    const head = headOf(
      { start: 'POST /api/account/register', lines: [json], status: 413 },
      '1.1',
      'Content-Length: 70000',
    )
    const next = Buffer.from('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
    const said = await sendAll(world.origin, head, Buffer.concat([Buffer.alloc(70_000, 0x20), next]))
    expect(said.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  })
})

const missing = nginxMissing()
describe.skipIf(missing !== null).each([
  ['HTTP/1.0', ['proxy_http_version 1.0;']],
  ['HTTP/1.0, passing bodies on as they come', ['proxy_http_version 1.0;', 'proxy_request_buffering off;']],
  ['HTTP/1.1 without kept connections', ['proxy_http_version 1.1;', 'proxy_request_buffering off;']],
])(withSkipReason('through nginx that speaks %s', missing), (way, lines) => {
  let nginx: Nginx
  beforeAll(async () => {
    nginx = await startNginx(world.origin, lines)
  })
  afterAll(() => nginx.stop())

  it.each(Object.entries(refusals))('%s always gets its answer', async (_what, refused) => {
    for (const [size, times] of sizesOver(way)) {
      const head = headOf(refused, '1.1', `Content-Length: ${size}`, 'Connection: close')
      const found = await statuses(times, () => sendAll(nginx.origin, head, Buffer.alloc(size, 0x20)))
      expect(found).toEqual(always(statusOf(refused, size), times))
    }
  })
})
