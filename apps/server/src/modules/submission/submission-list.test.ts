import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerResults, type AnswerResult } from '@pennant/contract/enums'
import type { SubmissionInfo } from '@pennant/contract/hub'
import { insertSubmission } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
let open: OpenGame
let one: OpenTeam
let challenge: { id: number }
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  one = await open.team({ name: 'Ones' })
  challenge = await open.challenge({ title: 'Lighthouse' })
  for (const [at, status] of statuses.entries())
    for (const which of ['first', 'second'])
      await insertSubmission(
        world.db,
        { participation: one.participation, challenge },
        {
          answer: `${status} ${which}`,
          status,
          user_id: one.player.id,
          time: new Date(world.clock.now() - at * 60_000),
        },
      )
})
afterAll(() => world.close())

const statuses = Object.keys(answerResults) as AnswerResult[]
const read = (query = '', by: Person = monitor, { path } = open) =>
  by.get<SubmissionInfo[]>(`${path}/submissions${query}`)
const answers = async (query: string): Promise<string[]> =>
  (await read(query)).body.map(({ answer }) => answer)
const newestFirst = statuses.flatMap((status) => [`${status} second`, `${status} first`])

describe('the submissions of a game', () => {
  it('are told with everything but their ids', async () => {
    const [newest] = (await read()).body
    expect(newest).toStrictEqual({
      answer: `${statuses[0]} second`,
      status: statuses[0],
      time: expect.any(Number),
      user: one.player.userName,
      team: 'Ones',
      challenge: 'Lighthouse',
    })
  })

  it('come newest first', async () => {
    expect(await answers('')).toEqual(newestFirst)
  })

  it.each(statuses)('can be those that are %s, by name or number', async (status) => {
    const wanted = [`${status} second`, `${status} first`]
    expect(await answers(`?type=${status}`)).toEqual(wanted)
    expect(await answers(`?type=${answerResults[status]}`)).toEqual(wanted)
    expect(await answers(`?type=${status}&skip=1&count=5`)).toEqual(wanted.slice(1))
  })

  it('come in pages that leave nothing out', async () => {
    const pages: string[] = []
    for (let skip = 0; skip < newestFirst.length; skip += 3)
      pages.push(...(await answers(`?count=3&skip=${skip}`)))
    expect(pages).toEqual(newestFirst)
    expect(await answers('?skip=1000')).toEqual([])
  })

  it('are all of them for a count of zero, whatever is skipped', async () => {
    expect(await answers('?count=0')).toEqual(newestFirst)
    expect(await answers('?count=0&skip=3')).toEqual(newestFirst)
    expect(await answers('?count=0&type=Accepted')).toEqual(['Accepted second', 'Accepted first'])
    expect(await answers('?count=0&search=nowhere')).toEqual([])
    const { headers, body } = await read('?count=0&detail=true&type=Accepted')
    expect(headers.get('x-total-count')).toBe('2')
    expect(body[0]).toMatchObject({ participationId: one.participation.id, challengeId: challenge.id })
    expect(Object.keys((await read('?count=0')).body[0] ?? {})).toEqual(
      Object.keys((await read()).body[0] ?? {}),
    )
  })

  it('are not narrowed by filters without a value', async () => {
    expect(await answers('?type=')).toEqual(newestFirst)
    expect(await answers('?type&team=&user=&challenge=&from=&to=&search=&detail=')).toEqual(newestFirst)
  })

  it.each(['count=101', 'count=-1', 'skip=-1', 'count=x', 'type=Nothing', 'type=4'])(
    'are refused for %s',
    async (query) => {
      expect((await read(`?${query}`)).status).toBe(400)
    },
  )

  it('are those of one game', async () => {
    const other = await createOpenGame(world)
    expect((await read('', monitor, other)).body).toEqual([])
  })

  it('show the names that are right now, and none of somebody who is gone', async () => {
    const second = await createOpenGame(world)
    const team = await second.team({ size: 2 })
    const theirs = await second.challenge({ flags: ['flag{right}'] })
    const [captain, mate] = team.players
    if (captain === undefined || mate === undefined) throw new Error('a team of two')
    await second.submit(mate, theirs, 'flag{right}')
    await captain.put(`/api/team/${team.team.id}`, { name: 'Renamed' })
    expect((await read('', monitor, second)).body).toMatchObject([
      { user: mate.userName, team: 'Renamed', status: 'Accepted', answer: 'flag{right}' },
    ])
    const admin = await world.person('Admin')
    expect((await admin.delete(`/api/admin/users/${mate.id}`)).status).toBe(200)
    expect((await read('', monitor, second)).body).toMatchObject([{ user: '', team: 'Renamed' }])
  })

  it('are for monitors, of games that have begun', async () => {
    expect((await read('', one.player)).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/submissions`)).status).toBe(401)
    expect(await monitor.get('/api/game/2000000000/submissions')).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    expect(await read('', monitor, early)).toMatchObject({ status: 400, body: { status: 10_001 } })
    const hidden = await createOpenGame(world, { hidden: true })
    expect((await read('', monitor, hidden)).status).toBe(200)
  })
})
