import type { Change } from '@pennant/contract/audit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCutDatabase, type CutDatabase } from '../kit/cut-database.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

let world: World
let database: CutDatabase
beforeAll(async () => {
  database = await createCutDatabase()
  world = await createWorld({ database, settings: { REQUEST_LOGGING: 'true' } })
})
afterAll(() => world.close())

const given = 'id-of-the-proxy'
const headers = { 'x-request-id': given }
const idsSaid = (there: World): unknown[] =>
  there.said
    .map((line) => JSON.parse(line) as { msg: string; requestId?: string })
    .filter(({ msg }) => msg === 'request')
    .map(({ requestId }) => requestId)

describe('the id that a proxy gives a request', () => {
  it('is in the log, and in the answer of a failure', async () => {
    const game = await createOpenGame(world)
    const challenge = await game.challenge({ flags: ['flag{x}'] })
    const { player } = await game.team()
    const fast = await createWorld({ database: { ...database, drop: async () => undefined } })
    const cookie = `pennant_session=${player.cookie()}`
    // From here on it knows the session and the game, and takes the fast path.
    await fast.visitor({ cookie }).get(`${game.path}/details`)
    await database.cut()
    try {
      for (const there of [world, fast]) {
        const body = { flag: 'flag{x}' }
        const path = `${game.path}/challenges/${challenge.id}`
        const answer = await there.visitor({ ...headers, cookie }).call('POST', path, { body })
        expect(answer).toMatchObject({ status: 503, body: { requestId: given } })
      }
      const other = await world.visitor({ cookie }).get('/api/account/profile')
      expect(other).toMatchObject({ status: 503, body: { requestId: idsSaid(world).at(-1) } })
    } finally {
      await database.mend()
      await fast.close()
    }
    expect(idsSaid(world)).toContain(given)
  })

  it('is in the change log', async () => {
    const admin = await world.person('Admin')
    const cookie = `pennant_session=${admin.cookie()}`
    await world.visitor({ ...headers, cookie }).post('/api/edit/posts', { title: 'A post' })
    const { body } = await admin.get<Change[]>('/api/admin/changes?detail=true&count=1')
    expect(body).toMatchObject([{ action: 'post.create', requestId: given }])
  })

  it('is ignored where no proxy is trusted', async () => {
    const settings = { REQUEST_LOGGING: 'true', FORWARDED_OPTIONS__FORWARD_LIMIT: '0' }
    const direct = await createWorld({ settings })
    await direct.visitor(headers).get('/api/config')
    expect(idsSaid(direct)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
    await direct.close()
  })
})
