import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
let open: OpenGame
const many = 4_321

beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  const { participation, player } = await open.team()
  const challenge = await open.challenge()
  // Seven at each moment, so that portions end between submissions of the same one.
  await sql`
    insert into submission (game_id, challenge_id, participation_id, user_id, answer, status, time)
    select ${open.game.id}, ${challenge.id}, ${participation.id}, ${player.id}, 'answer ' || n, 'WrongAnswer',
           ${new Date(world.clock.now())}::timestamptz + (n / 7) * interval '1 microsecond'
    from generate_series(1, ${many}) n
  `.execute(world.db)
})
afterAll(() => world.close())

describe('all submissions of a large game', () => {
  const expected = Array.from({ length: many }, (_, at) => `answer ${many - at}`)

  it.each(['identity', 'gzip', 'br'])('come in order, each once, as %s', async (encoding) => {
    const answer = await monitor.get<{ answer: string }[]>(`${open.path}/submissions?count=0`, {
      'accept-encoding': encoding,
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body.map(({ answer: text }) => text)).toEqual(expected)
  })

  it('are read no further when the client goes away, and others are answered', async () => {
    const response = await fetch(`${world.origin}${open.path}/submissions?count=0`, {
      headers: { cookie: `pennant_session=${monitor.cookie()}` },
    })
    await response.body?.cancel()
    expect((await monitor.get(`${open.path}/submissions?count=1`)).status).toBe(200)
  })

  it('are told by HEAD without a body', async () => {
    const answer = await monitor.call('HEAD', `${open.path}/submissions?count=0`)
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})
