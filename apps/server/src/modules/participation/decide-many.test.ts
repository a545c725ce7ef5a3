import type { ParticipationStatus } from '@pennant/contract/enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import {
  insertChallenge,
  insertDivision,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
const announced: number[] = []
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  world.core.ledger.listen(({ gameId }) => announced.push(gameId))
})
afterAll(() => world.close())

const unknown = 2_000_000_000

const applied = async (count: number, status: ParticipationStatus = 'Pending') => {
  const game = await insertGame(world.db)
  const novices = await insertDivision(world.db, game, 'Novices')
  const ids: number[] = []
  for (let each = 0; each < count; each++) {
    const team = await insertTeam(world.db, [])
    ids.push((await insertParticipation(world.db, game, team, { status, division: novices })).id)
  }
  return { game, novices, ids }
}

type Judged = { id: number; code: string | null }
const decide = (game: { id: number }, body: unknown, by = admin) =>
  by.put<Judged[]>(`/api/edit/games/${game.id}/participations`, body)
const decideOne = (id: number, body: unknown) => admin.put(`/api/admin/participation/${id}`, body)

const outcome = async ({ id }: { id: number }) => {
  const rows = await world.db
    .selectFrom('participation as p')
    .innerJoin('team as t', 't.id', 'p.team_id')
    .innerJoin('game as g', 'g.id', 'p.game_id')
    .leftJoin('division as d', 'd.id', 'p.division_id')
    .select(['p.id', 'p.status', 'd.name as division', 't.locked'])
    .where('p.game_id', '=', id)
    .orderBy('p.id')
    .execute()
  const instances = await world.db
    .selectFrom('game_instance')
    .innerJoin('challenge', 'challenge.id', 'game_instance.challenge_id')
    .select(['participation_id', 'challenge.title'])
    .where('game_instance.game_id', '=', id)
    .orderBy('challenge.id')
    .execute()
  return rows.map(({ id: participation, ...row }) => ({
    ...row,
    instances: instances.filter((one) => one.participation_id === participation).map(({ title }) => title),
  }))
}

const fine = (ids: readonly number[]): Judged[] => ids.map((id) => ({ id, code: null }))

describe('many decisions at once', () => {
  it.each<[ParticipationStatus, object]>([
    ['Pending', { status: 'Accepted' }],
    ['Accepted', { status: 'Accepted' }],
    ['Suspended', { status: 'Accepted' }],
    ['Accepted', { status: 'Suspended' }],
    ['Pending', { status: 'Rejected' }],
    ['Rejected', { status: 'Unsubmitted' }],
    ['Pending', { status: null }],
  ])('turn every %s into what single decisions with %j turn it into', async (from, decision) => {
    const [many, single] = [await applied(3, from), await applied(3, from)]
    for (const { game } of [many, single])
      for (const is_enabled of [true, true, false])
        await insertChallenge(world.db, game, { title: `is ${is_enabled}`, is_enabled })
    const answer = await decide(many.game, { ids: many.ids, ...decision })
    expect(answer).toMatchObject({ status: 200, body: fine(many.ids) })
    for (const id of single.ids) await decideOne(id, { ...decision, divisionId: single.novices.id })
    expect(await outcome(many.game)).toEqual(await outcome(single.game))
  })

  it('keep the divisions, set one, or take them away, as they are asked', async () => {
    const { game, novices, ids } = await applied(2)
    const experts = await insertDivision(world.db, game, 'Experts')
    const foreign = await insertDivision(world.db, await insertGame(world.db), 'Foreign')
    const divisions = async () => (await outcome(game)).map(({ division }) => division)
    await decide(game, { ids, status: 'Suspended' })
    expect(await divisions()).toEqual(['Novices', 'Novices'])
    await decide(game, { ids, divisionId: experts.id })
    expect(await divisions()).toEqual(['Experts', 'Experts'])
    await decide(game, { ids, divisionId: foreign.id })
    expect(await divisions()).toEqual(['Experts', 'Experts'])
    await decide(game, { ids: [ids[0]], divisionId: null })
    expect(await divisions()).toEqual([null, 'Experts'])
    await decide(game, { ids, status: 'Rejected', divisionId: novices.id })
    expect(await divisions()).toEqual([null, null])
  })

  it('name those that are not of the game, and decide on the others', async () => {
    const { game, ids } = await applied(2)
    const stranger = await applied(1)
    const [first = 0, second = 0] = ids
    const [foreign = 0] = stranger.ids
    const answer = await decide(game, { ids: [second, foreign, unknown, first, second], status: 'Accepted' })
    expect(answer.body).toEqual([
      { id: second, code: null },
      { id: foreign, code: 'participation.notFound' },
      { id: unknown, code: 'participation.notFound' },
      { id: first, code: null },
    ])
    expect((await outcome(game)).map(({ status }) => status)).toEqual(['Accepted', 'Accepted'])
    expect((await outcome(stranger.game)).map(({ status }) => status)).toEqual(['Pending'])
  })

  it('are announced once, and not at all when they are on nothing', async () => {
    const { game, ids } = await applied(4)
    announced.length = 0
    await decide(game, { ids, status: 'Accepted' })
    expect(announced).toEqual([game.id])
    expect((await decide(game, { ids: [unknown], status: 'Accepted' })).status).toBe(200)
    expect((await decide(game, { ids: [] })).body).toEqual([])
    expect(announced).toEqual([game.id])
    const held = await world.core.games.must(game.id)
    expect([...held.participations.values()].map(({ status }) => status)).toEqual(ids.map(() => 'Accepted'))
  })

  it('are in the journal one by one', async () => {
    const { game, ids } = await applied(2)
    await decide(game, { ids, status: 'Accepted' })
    const { body } = await admin.get<{ msg: string; name: string; status: string }[]>(
      '/api/admin/logs?count=1000',
    )
    for (const id of ids)
      expect(body).toContainEqual(
        expect.objectContaining({
          msg: `Participation ${id} in game ${game.id} turned from Pending to Accepted`,
          name: admin.userName,
          status: 'Success',
        }),
      )
  })

  it.each([
    ['no ids', { status: 'Accepted' }],
    ['an id that is no number', { ids: ['first'] }],
    ['an unknown status', { ids: [1], status: 'Expelled' }],
    ['more than a thousand', { ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
  ])('are refused with %s', async (_what, body) => {
    const { game } = await applied(0)
    expect((await decide(game, body)).status).toBe(400)
  })

  it('need a game, and an administrator', async () => {
    const { game, ids } = await applied(1)
    const ask = { ids, status: 'Accepted' }
    expect(await decide({ id: unknown }, ask)).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    const path = `/api/edit/games/${game.id}/participations`
    expect((await world.visitor().put(path, ask)).status).toBe(401)
    expect((await decide(game, ask, await world.person('User'))).status).toBe(403)
    expect((await decide(game, ask, await world.person('Monitor'))).status).toBe(403)
    expect((await outcome(game)).map(({ status }) => status)).toEqual(['Pending'])
  })
})

describe('several administrators', () => {
  it('who decide on the same at once leave what one of them has decided', async () => {
    const { game, ids } = await applied(12)
    const [challenge, other] = [await insertChallenge(world.db, game), await insertChallenge(world.db, game)]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        decide(game, { ids, status: 'Accepted' }),
        decide(game, { ids: ids.toReversed(), status: 'Suspended' }),
        decide(game, { ids: ids.slice(3, 9), status: 'Accepted' }),
        ...ids.slice(0, 3).map((id) => decideOne(id, { status: 'Pending' })),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    for (const { status, locked, instances } of await outcome(game)) {
      expect(['Accepted', 'Suspended', 'Pending']).toContain(status)
      expect([locked, instances]).toEqual([true, [challenge.title, other.title]])
    }
    const held = await world.core.games.must(game.id)
    expect([...held.participations.values()].map(({ status }) => status)).toEqual(
      (await outcome(game)).map(({ status }) => status),
    )
  })
  it('leave those alone who come while they decide', async () => {
    const { game, ids } = await applied(1)
    const team = await insertTeam(world.db, [])
    const { seat } = await world.db
      .selectNoFrom(sql<number>`nextval('participation_id_seq')::int`.as('seat'))
      .executeTakeFirstOrThrow()
    const coming = seat + 1
    const answer = await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [game.id], ['teams'])
      const asked = decide(game, { ids: [...ids, coming], status: 'Accepted' })
      await untilQueryBlocked(world.db)
      expect((await insertParticipation(tx, game, team, { status: 'Pending' })).id).toBe(coming)
      return { asked }
    })
    expect((await answer.asked).body).toEqual([
      { id: ids[0], code: null },
      { id: coming, code: 'participation.notFound' },
    ])
    expect((await outcome(game)).map(({ status }) => status)).toEqual(['Accepted', 'Pending'])
  })
})
