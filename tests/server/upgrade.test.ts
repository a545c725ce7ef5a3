import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, testPassword, type World } from '../kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const send = (origin: string, request: string): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(request)
  return text(socket)
}

const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'

describe('an offer to switch the protocol', () => {
  it.each(['h2c', 'websocket', 'TLS/1.0'])('to %s is passed over where there is no hub', async (protocol) => {
    const answer = await send(
      world.origin,
      `GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"slogan"')
  })

  it('does not keep a body from being read, whole or in pieces', async () => {
    const person = await world.person()
    const body = JSON.stringify({ userName: person.userName, password: testPassword })
    const head = `POST /api/account/login HTTP/1.1\r\nHost: x\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await send(world.origin, head + body)).toMatch(/^HTTP\/1\.1 200 [\s\S]*pennant_session=/)

    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
    const answer = text(socket)
    socket.write(head)
    for (const letter of body) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      socket.write(letter)
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('buys no room for a body that nobody reads', async () => {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`PUT /api/account/avatar HTTP/1.1\r\nHost: x\r\n${offer}Content-Length: 9000000000\r\n\r\n`)
    const sending = setInterval(() => socket.write(Buffer.alloc(65_536)), 1)
    await ended
    clearInterval(sending)
    expect(socket.bytesWritten).toBeLessThan(100_000_000)
  })

  it('is passed over on the health port, too', async () => {
    const answer = await send(world.healthOrigin, `GET /healthz HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*Healthy/)
  })

  it('gets the usual refusals', async () => {
    expect(await send(world.origin, `GET /api/nothing HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)).toMatch(
      /^HTTP\/1\.1 404 /,
    )
    expect(await send(world.origin, `GET /api/account/profile HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)).toMatch(
      /^HTTP\/1\.1 401 /,
    )
  })
})

describe('several session cookies', () => {
  it('count when one alone opens something, wherever it stands', async () => {
    const person = await world.person()
    const right = `pennant_session=${person.cookie() ?? ''}`
    for (const cookie of [`pennant_session=bad; ${right}`, `${right}; pennant_session=${'a'.repeat(43)}`])
      expect((await world.visitor({ cookie }).get('/api/account/profile')).status).toBe(200)
  })

  it('of two people are nobody', async () => {
    const [one, two] = [await world.person(), await world.person()]
    const cookie = `pennant_session=${one.cookie() ?? ''}; pennant_session=${two.cookie() ?? ''}`
    expect((await world.visitor({ cookie }).get('/api/account/profile')).status).toBe(401)
  })
})

describe('pages behind a proxy that changes the host', () => {
  it('may call, as the browser says that they are of the same site', async () => {
    const headers = { origin: 'https://ctf.example', 'sec-fetch-site': 'same-origin' }
    expect((await world.visitor(headers).post('/api/account/login', {})).status).toBe(400)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await world.visitor(foreign).post('/api/account/login', {})).status).toBe(403)
  })
})

describe('a form with an impossible separator', () => {
  it('is refused', async () => {
    const person = await world.person()
    const answer = await person.call('PUT', '/api/account/avatar', {
      raw: { type: `multipart/form-data; boundary=${'b'.repeat(300)}`, bytes: 'x' },
    })
    expect(answer.status).toBe(400)
  })
})
