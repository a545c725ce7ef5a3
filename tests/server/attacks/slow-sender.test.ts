import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualTime } from '../../kit/manual-time.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'
import { open } from '../abuse/raw.ts'

const time = createManualTime()
let world: World
let person: Person
beforeAll(async () => {
  world = await createWorld({ bodyTime: time })
  person = await world.person()
})
afterAll(() => world.close())

type Sending = { client: Socket; said: Promise<string>; send(bytes: string): Promise<void> }

const begin = async (start: string, ...lines: readonly string[]): Promise<Sending> => {
  const { server } = world.app.http
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const asked = once(server, 'request')
  const client = open(world.origin)
  const [served] = await accepted
  let heard = ''
  client.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  const said = new Promise<string>((resolve) => client.once('close', () => resolve(heard)))
  let sent = 0
  const send = async (bytes: string): Promise<void> => {
    sent += bytes.length
    client.write(bytes)
    await expect.poll(() => served.bytesRead, { interval: 1 }).toBe(sent)
  }
  const cookie = `Cookie: pennant_session=${person.cookie() ?? ''}`
  await send([`${start} HTTP/1.1`, 'Host: localhost', cookie, ...lines, '', ''].join('\r\n'))
  await asked
  return { client, said, send }
}

const json = 'Content-Type: application/json'
const form = 'Content-Type: multipart/form-data; boundary=b'
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const timedOut = /^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"request.tooSlow"/im

describe('a JSON body', () => {
  it.each([
    ['to a route', 'POST /api/account/login'],
    ['that nobody has asked for', 'GET /api/config'],
    ['to the hubs', 'POST /hub/user/negotiate'],
    ['of somebody who is logged in', 'PUT /api/account/update'],
  ])('%s that trickles in ends after 30 seconds', async (_where, start) => {
    const { said, send } = await begin(start, json, 'Content-Length: 500')
    for (let second = 0; second < 29; second++) {
      await send(' ')
      time.pass(1000)
    }
    await send(' ')
    time.pass(1000)
    const answer = await said
    if (start.startsWith('GET')) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    else expect(answer).toMatch(timedOut)
  })

  it('is told so in the language of the caller', async () => {
    const { said } = await begin(
      'POST /api/account/login',
      json,
      'Content-Length: 50',
      'Accept-Language: de-DE',
    )
    time.pass(30_000)
    expect(await said).toContain('"title":"Die Anfrage kam zu langsam an.')
  })

  it('in chunks, or behind an offer to switch the protocol, is no exception', async () => {
    for (const lines of [
      [json, 'Transfer-Encoding: chunked'],
      [json, 'Content-Length: 50', 'Connection: Upgrade', 'Upgrade: h2c'],
    ]) {
      const { said } = await begin('POST /api/account/login', ...lines)
      time.pass(30_000)
      expect(await said).toMatch(timedOut)
    }
  })

  it('may take 29 seconds', async () => {
    const { client, said, send } = await begin(
      'POST /api/account/login',
      json,
      'Content-Length: 2',
      'Connection: close',
    )
    time.pass(29_000)
    await send('{}')
    expect(await said).toMatch(/^HTTP\/1\.1 400 /)
    client.destroy()
  })
})

describe('an upload', () => {
  const start = 'PUT /api/account/avatar'

  it('that stops ends after 30 seconds', async () => {
    const { said, send } = await begin(start, form, 'Content-Length: 1000000')
    await send(part)
    time.pass(30_000)
    expect(await said).toMatch(timedOut)
  })

  it('over a bad line of 5 KiB a second, with breaks, gets through', async () => {
    const size = 2_000_000
    const { said, send } = await begin(start, form, `Content-Length: ${size}`, 'Connection: close')
    await send(part)
    let left = size - part.length
    for (let second = 1; left > 0; second++) {
      time.pass(1000)
      if (second % 20 !== 0) continue
      const piece = 'x'.repeat(Math.min(left, 20 * 5 * 1024))
      await send(piece)
      left -= piece.length
    }
    expect(await said).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('that nobody wants is not listened to for longer than 30 seconds', async () => {
    const { said, send } = await begin('PUT /api/nothing', form, 'Content-Length: 90000000')
    time.pass(1000)
    for (let second = 0; second < 29; second++) {
      await send('x'.repeat(10_000))
      time.pass(1000)
    }
    time.pass(1000)
    expect(await said).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('is not kept open for ever at the least pace', async () => {
    const { said, send } = await begin(start, form, 'Content-Length: 400000000')
    await send(part)
    time.pass(3 * 3_600_000 + 1)
    expect(await said).toMatch(timedOut)
  })
})

describe('a head', () => {
  it('has 20 seconds', () => {
    expect(world.app.http.server.headersTimeout).toBe(20_000)
  })
})
