import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

let world: World
let open: OpenGame
beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  for (let each = 0; each < 12; each++) await open.team()
  for (let each = 0; each < 6; each++) await open.challenge()
})
afterAll(() => world.close())

type Raw = { status: number; headers: Record<string, unknown>; bytes: string }

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const asked = request(world.origin + path, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { date: _when, ...rest } = answer.headers
        resolve({
          status: answer.statusCode ?? 0,
          headers: rest,
          bytes: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
    asked.on('error', reject).end()
  })

/** The board ignores a query; the fast path does not accept one. */
const bothWays = async (headers: Record<string, string>): Promise<[Raw, Raw]> => {
  const path = `${open.path}/scoreboard`
  const ordinary = await ask(`${path}?ordinary`, headers)
  return [await ask(path, headers), ordinary]
}

describe('a board on the fast path', () => {
  it.each([
    [{}],
    [{ 'accept-encoding': 'gzip' }],
    [{ 'accept-encoding': 'br, gzip;q=0.5' }],
    [{ 'accept-encoding': 'identity' }],
    [{ 'accept-language': 'de-DE,de;q=0.9' }],
    [{ 'accept-language': 'xx', cookie: '.AspNetCore.Culture=c%3Dja-JP%7Cuic%3Dja-JP' }],
    [{ 'if-none-match': '*' }],
    [{ 'if-none-match': '"something else"' }],
    [{ 'if-modified-since': new Date(Date.now() + 3_600_000).toUTCString() }],
    [{ 'if-modified-since': 'nonsense' }],
    [{ cookie: 'pennant_session=made-up' }],
  ])('is the same answer either way for %j', async (headers) => {
    const [fast, ordinary] = await bothWays(headers)
    expect(fast).toEqual(ordinary)
  })

  it('is not what a client gets that has it', async () => {
    const { headers } = await ask(`${open.path}/scoreboard`)
    const [fast, ordinary] = await bothWays({ 'if-none-match': String(headers['etag']) })
    expect(fast).toMatchObject({ status: 304, bytes: '' })
    expect(fast).toEqual(ordinary)
  })

  it('is shown as it has become, at once', async () => {
    const { player } = await open.team()
    const challenge = await open.challenge({ flags: ['flag{now}'] })
    const before = await ask(`${open.path}/scoreboard`)
    await open.submit(player, challenge, 'flag{now}')
    const after = await ask(`${open.path}/scoreboard`)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(Buffer.from(after.bytes, 'base64').toString()).toContain(player.userName)
  })

  it('is no longer answered when the game is hidden', async () => {
    const path = `${open.path}/scoreboard`
    expect((await ask(path)).status).toBe(200)
    await world.db.updateTable('game').set({ hidden: true }).where('id', '=', open.game.id).execute()
    await open.changed()
    expect((await ask(path)).status).toBe(404)
    await world.db.updateTable('game').set({ hidden: false }).where('id', '=', open.game.id).execute()
    await open.changed()
    expect((await ask(path)).status).toBe(200)
  })

  it.each(['HEAD', 'POST', 'DELETE'])('does not concern %s', async (method) => {
    const path = `${open.path}/scoreboard`
    expect(await ask(path, {}, method)).toEqual(await ask(`${path}?ordinary`, {}, method))
  })

  it.each(['/api/game/1e3/scoreboard', '/api/game/-1/scoreboard', '/api/game/99999999999/scoreboard'])(
    'is found under no such path as %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )
})

describe('clients that are counted', () => {
  it('are counted for boards, too', async () => {
    const counted = await createWorld({
      settings: { DISABLE_RATE_LIMIT: 'false', FORWARDED_OPTIONS__KNOWN_PROXIES: '127.0.0.1' },
    })
    try {
      const theirs = await createOpenGame(counted)
      const enough = new AbortController()
      const asked = Array.from({ length: ratePolicies.open.capacity + 230 }, async () => {
        const { status } = await fetch(`${counted.origin}${theirs.path}/scoreboard`, {
          headers: { 'x-forwarded-for': '203.0.113.9' },
          signal: enough.signal,
        })
        if (status !== 429) throw new Error('let through')
        return status
      })
      expect(await Promise.any(asked)).toBe(429)
      enough.abort()
      await Promise.allSettled(asked)
    } finally {
      await counted.close()
    }
  })
})
