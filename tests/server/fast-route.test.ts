import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

let world: World
let open: OpenGame
let player: Person
let cookie: string
let path: string
let fresh: number

const cookieOf = async (person: Person): Promise<string> => {
  const answer = await fetch(`${world.origin}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: person.userName, password: person.password }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  const challenge = await open.challenge({ flags: ['flag{right}'] })
  ;({ player } = await open.team())
  path = `${open.path}/challenges/${challenge.id}`
  cookie = await cookieOf(player)
  await fetch(`${world.origin}/api/account/profile`, { headers: { cookie } })
  fresh = await open.submit(player, challenge, 'flag{wrong}')
})
afterAll(() => world.close())

type Sent = { method?: string; body?: string | Buffer; headers?: Record<string, string>; chunked?: true }
type Raw = { status: number; headers: Record<string, unknown>; text: string }

const ask = (
  at: string,
  { method = 'POST', body, headers = {}, chunked }: Sent,
  origin = world.origin,
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const length =
      body === undefined || chunked === true ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(origin + at, { method, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { date: _when, ...rest } = answer.headers
        resolve({
          status: answer.statusCode ?? 0,
          headers: rest,
          text: Buffer.concat(chunks).toString(),
        })
      })
    })
    asked.on('error', reject)
    if (body !== undefined) asked.write(body)
    asked.end()
  })

const withoutId = ({ status, headers, text }: Raw): Raw => {
  const { 'content-length': _length, ...rest } = headers
  return /^\d+$/.test(text) ? { status, headers: rest, text: 'an id' } : { status, headers, text }
}

/** This route ignores a query; the fast path does not accept one. */
const bothWays = async (at: string, sent: Sent): Promise<[Raw, Raw]> => {
  const ordinary = await ask(`${at}?ordinary`, sent)
  return [withoutId(await ask(at, sent)), withoutId(ordinary)]
}

const json = { 'content-type': 'application/json' }
const flagOf = (flag: unknown): string => JSON.stringify({ flag })

describe('a flag on the fast path', () => {
  it.each<[string, string | Buffer | undefined, Record<string, string>]>([
    ['that is wrong', flagOf('flag{wrong}'), json],
    ['that is right', flagOf('flag{right}'), json],
    ['that is blank', flagOf('  '), json],
    ['that is too long', flagOf('x'.repeat(200)), json],
    ['that nobody could read so long', flagOf('x'.repeat(2000)), json],
    ['that is none', flagOf(null), json],
    ['that is a number', flagOf(7), json],
    ['that is missing', '{}', json],
    ['under a name in another case', JSON.stringify({ FLAG: 'flag{wrong}' }), json],
    ['in a list', '[]', json],
    ['that is no JSON', '{"flag":', json],
    ['nested too deep', '['.repeat(40) + ']'.repeat(40), json],
    ['in broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), json],
    ['in other letters', flagOf('flag{ünïcödé 旗}'), json],
    ['behind a byte order mark', `\uFEFF${flagOf('flag{wrong}')}`, json],
    ['with nothing at all', undefined, json],
    ['as a form', 'flag=flag', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as unnamed bytes', flagOf('flag{wrong}'), {}],
    ['in JSON of another name', flagOf('flag{wrong}'), { 'content-type': 'text/json; charset=utf-8' }],
    ['compressed, as it says', flagOf('flag{wrong}'), { ...json, 'content-encoding': 'gzip' }],
    ['from a German browser', flagOf(''), { ...json, 'accept-language': 'de-DE,de;q=0.9' }],
    ['from another site', flagOf('flag{wrong}'), { ...json, origin: 'https://elsewhere.example' }],
    ['from this site', flagOf('flag{wrong}'), { ...json, 'sec-fetch-site': 'same-origin' }],
    ['through a proxy', flagOf('flag{wrong}'), { ...json, 'x-forwarded-for': '203.0.113.9' }],
    ['for a browser that likes it compressed', flagOf(''), { ...json, 'accept-encoding': 'gzip, br' }],
  ])('%s is answered like any other', async (_what, body, headers) => {
    const sent = { ...(body === undefined ? {} : { body }), headers: { ...headers, cookie } }
    const [fast, ordinary] = await bothWays(path, sent)
    expect(fast).toEqual(ordinary)
  })

  it('may come in chunks', async () => {
    const sent: Sent = { body: flagOf('flag{wrong}'), headers: { ...json, cookie }, chunked: true }
    const [fast, ordinary] = await bothWays(path, sent)
    expect(fast).toEqual(ordinary)
    expect(fast.status).toBe(200)
  })

  it('may be larger than anybody reads', async () => {
    const sent: Sent = { body: flagOf('x'.repeat(300_000)), headers: { ...json, cookie } }
    const [fast, ordinary] = await bothWays(path, sent)
    expect(fast).toEqual(ordinary)
    expect(fast.status).toBe(413)
  })

  it.each([
    ['without a session', () => ''],
    ['with one that never was', () => `pennant_session=${'a'.repeat(43)}`],
    ['with one that is none', () => 'pennant_session=x'],
    ['with two of which one is real', () => `pennant_session=${'a'.repeat(43)}; ${cookie}`],
    ['with the same twice', () => `${cookie}; ${cookie}`],
    ['among other cookies', () => `a=b; ${cookie}; .AspNetCore.Culture=c%3Dja-JP%7Cuic%3Dja-JP`],
  ])('%s is answered like any other', async (_what, given) => {
    const sent: Sent = { body: flagOf(' '), headers: { ...json, cookie: given() } }
    const [fast, ordinary] = await bothWays(path, sent)
    expect(fast).toEqual(ordinary)
  })

  it.each([
    '/api/game/999999/challenges/1',
    '/api/game/99999999999/challenges/1',
    '/api/game/x/challenges/1',
  ])('for %s is answered like any other', async (at) => {
    const [fast, ordinary] = await bothWays(at, { body: flagOf('flag'), headers: { ...json, cookie } })
    expect(fast).toEqual(ordinary)
  })

  it('comes too late for somebody who has just been banned', async () => {
    const { player: banned } = await open.team()
    const theirs = await cookieOf(banned)
    const sent: Sent = { body: flagOf('flag{wrong}'), headers: { ...json, cookie: theirs } }
    expect((await ask(path, sent)).status).toBe(200)
    await world.db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
    await world.core.sessions.changed(banned.id)
    const [fast, ordinary] = await bothWays(path, sent)
    expect(fast).toEqual(ordinary)
    expect(fast.status).toBe(403)
  })

  it('tells a session that was prolonged so', async () => {
    const { player: patient } = await open.team()
    const theirs = await cookieOf(patient)
    const sent: Sent = { body: flagOf('flag{wrong}'), headers: { ...json, cookie: theirs } }
    expect((await ask(path, sent)).headers['set-cookie']).toBeUndefined()
    const halfOver = new Date(world.clock.now() + 3 * 86_400_000)
    await world.db
      .updateTable('session')
      .set({ expires_at: halfOver })
      .where('user_id', '=', patient.id)
      .execute()
    await world.core.sessions.changed(patient.id)
    expect((await ask(path, sent)).headers['set-cookie']).toHaveLength(1)
  })

  it('that breaks off leaves the server as it is', async () => {
    const { port } = new URL(world.origin)
    const begun = once(world.app.http.server, 'request')
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"flag":`,
    )
    await begun
    socket.destroy()
    const { status } = await ask(path, { body: flagOf('flag{wrong}'), headers: { ...json, cookie } })
    expect(status).toBe(200)
  })
})

describe('the status of a flag on the fast path', () => {
  it.each([
    ['is told', () => `${path}/status/${fresh}`],
    ['is unknown', () => `${path}/status/999999999`],
    ['is unknown under a number too large', () => `${path}/status/9007199254740999`],
  ])('%s like any other', async (_what, at) => {
    const [fast, ordinary] = await bothWays(at(), { method: 'GET', headers: { cookie } })
    expect(fast).toEqual(ordinary)
  })

  it.each(['HEAD', 'PUT', 'DELETE'])('does not concern %s', async (method) => {
    const [fast, ordinary] = await bothWays(`${path}/status/${fresh}`, { method, headers: { cookie } })
    expect(fast).toEqual(ordinary)
  })
})

it('the fast path counts requests, too', async () => {
  const counted = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false' } })
  try {
    const theirs = await createOpenGame(counted)
    const challenge = await theirs.challenge()
    const { player: eager } = await theirs.team()
    const at = `${theirs.path}/challenges/${challenge.id}`
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async () => (await eager.post(at, { flag: 'flag{wrong}' })).status),
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100)
    expect(statuses).toContain(429)
  } finally {
    await counted.close()
  }
})
