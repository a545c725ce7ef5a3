import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectHealthy, markWhenIdle } from './audit.ts'
import { head, open, raw } from './raw.ts'
import { changesSince } from './rows.ts'
import { createSetup, type Setup } from './setup.ts'
import { faultsOfRefusal } from './verdict.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())
afterEach(() => expectHealthy(setup.world))

const account = JSON.stringify({ userName: 'rawuser', password: 'Passw0rd', email: 'raw@players.example' })
const register = (...lines: string[]): string =>
  head('POST /api/account/register', 'Content-Type: application/json', ...lines)

const refused = async (...pieces: readonly (string | Uint8Array)[]): Promise<number> => {
  const before = await markWhenIdle(setup.world)
  const { status, text } = await raw(setup.world.origin, ...pieces)
  expect(await changesSince(setup.world.db, before)).toEqual([])
  expect(text).not.toMatch(/node_modules|\bat /)
  return status
}

describe('a body that is not as long as it says', () => {
  it('is refused when it ends too early', async () => {
    const status = await refused(register('Content-Length: 40'), account)
    expect(status).toBe(400)
  })

  it('is left when the client hangs up in its midst', async () => {
    const before = await markWhenIdle(setup.world)
    const socket = open(setup.world.origin)
    socket.end(register('Content-Length: 4000') + account)
    await once(socket.resume(), 'close')
    expect(await changesSince(setup.world.db, before)).toEqual([])
  })

  it.each(['70000', '999999999999', '2147483648'])(
    'of %s bytes is refused before it comes',
    async (length) => {
      const answer = await raw(setup.world.origin, register(`Content-Length: ${length}`))
      expect(faultsOfRefusal(answer)).toEqual([])
      expect(answer.status).toBe(413)
    },
  )

  it('is refused while it streams in when it never ends', async () => {
    const socket = open(setup.world.origin)
    let said = ''
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const closed = once(socket, 'close')
    socket.write(register('Transfer-Encoding: chunked'))
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    let sent = 0
    // Only the server ends this.
    while (!socket.destroyed && !said.includes('\r\n\r\n')) {
      sent += chunk.length
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.destroy()
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(sent).toBeLessThan(20_000_000)
  })
})

describe('a request that two readers would read differently', () => {
  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', [`Content-Length: ${account.length}`, 'Transfer-Encoding: chunked']],
    ['an odd coding', ['Transfer-Encoding: xchunked']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a length that is no number', ['Content-Length: 5x']],
    ['a blank before the colon', ['Content-Length : 5']],
    ['a folded line', ['X-Folded: a', ' b']],
    ['a NUL in a line', ['X-Nul: a\0b']],
    ['a bare line feed', ['X-A: b\nX-C: d\n\nGET / HTTP/1.1']],
    ['a broken chunk', ['Transfer-Encoding: chunked', '', 'ZZ', account]],
  ])('with %s is refused', async (_says, lines) => {
    expect(await refused(register(...lines), account)).toBe(400)
  })

  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n', 400],
    ['a method nobody knows', 'BREW /api/config HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['another version', 'GET /api/config HTTP/3.0\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['more header than anybody needs', head('GET /api/config', `X-Long: ${'x'.repeat(40_000)}`), 431],
    ['more cookies than anybody has', head('GET /api/config', `Cookie: ${'a=b; '.repeat(8000)}`), 431],
    ['a path longer than any', head(`GET /api/${'x'.repeat(40_000)}`), 431],
  ])('with %s is refused', async (_says, text, status) => {
    expect(await refused(text)).toBe(status)
  })

  it('gets the error body of the wire, though it could not be read', async () => {
    const { headers, body } = await raw(setup.world.origin, 'nonsense\r\n\r\n')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(body).toEqual({ title: expect.stringMatching(/\w/), status: 400, code: 'request.malformed' })
  })
})

describe('header lines with anything in them', () => {
  const odd = [
    '',
    ' ',
    '%00',
    '"',
    "'",
    '\\',
    '\xff\xfe',
    '../..',
    '<script>',
    '{"a":1}',
    '9'.repeat(5000),
    ',,,;;;===',
  ]
  it.each([
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Authorization',
    'Cookie',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'Forwarded',
    'User-Agent',
    'Referer',
    'Content-Type',
    'Host',
    'X-HTTP-Method-Override',
  ])('%s: is answered as ever', async (name) => {
    for (const value of odd) {
      const lines = name === 'Host' ? [] : ['Host: localhost']
      const text = ['GET /api/config HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n')
      const answer = await raw(
        setup.world.origin,
        Buffer.from(text.replace('\r\n', `\r\n${name}: ${value}\r\n`), 'latin1'),
      )
      expect([200, 304, 400], `${name}: ${value.slice(0, 20)}`).toContain(answer.status)
      expect(answer.answers).toBe(1)
    }
  })

  it('change neither the method nor the path', async () => {
    const lines = [
      'X-HTTP-Method-Override: DELETE',
      'X-Original-URL: /api/admin/users',
      'X-Rewrite-URL: /api/admin/users',
    ]
    const answer = await raw(setup.world.origin, head('GET /api/config', ...lines))
    expect(answer).toMatchObject({ status: 200, body: { title: expect.any(String) } })
  })
})

describe('an upgrade', () => {
  const ask = (path: string, ...lines: string[]): Promise<number> =>
    raw(
      setup.world.origin,
      [
        `GET ${path} HTTP/1.1`,
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...lines,
        '',
        '',
      ].join('\r\n'),
    ).then(({ status }) => status)

  it('of anything but a hub is never made: the request is answered as any other', async () => {
    expect(await ask('/api/config')).toBe(200)
    expect(await ask('/api/account/profile')).toBe(401)
    expect(await ask('/api/nothing')).toBe(404)
    expect(await ask('/hub/nothing')).toBe(404)
  })

  it('of a hub is refused to another site', async () => {
    const cookie = `Cookie: pennant_session=${setup.admin.cookie() ?? ''}`
    expect(await ask('/hub/admin', cookie, 'Origin: https://evil.example')).toBe(403)
    expect(await ask('/hub/admin', cookie, 'Origin: null')).toBe(403)
    const lines = [cookie, 'Origin: https://evil.example', 'Content-Length: 0']
    const answer = await raw(
      setup.world.origin,
      head('POST /hub/admin/negotiate?negotiateVersion=1', ...lines),
    )
    expect(faultsOfRefusal(answer)).toEqual([])
    expect(answer.status).toBe(403)
  })
})

describe('clients that send slowly', () => {
  it('keep nobody else waiting, and do not keep the server from ending', async () => {
    const world = await setup.elsewhere()
    const sockets: Socket[] = []
    for (let index = 0; index < 100; index++) {
      const socket = open(world.origin)
      socket.write(
        index % 2 === 0
          ? 'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Le'
          : register('Content-Length: 500'),
      )
      sockets.push(socket)
    }
    expect(await world.visitor().get('/api/config')).toMatchObject({ status: 200 })
    await world.app.close()
    for (const socket of sockets) socket.destroy()
  })
})
