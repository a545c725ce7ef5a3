import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import {
  insertChallenge,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { NewGameRow } from '../../ports/tables/game.ts'

const rounds = 12

let world: World
let admin: Person
let people: Person[]
let captain: Person
let mate: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  captain = await world.person()
  mate = await world.person()
  const others = await Promise.all(Array.from({ length: 48 }, () => world.person()))
  people = [captain, mate, ...others]
})
afterAll(() => world.close())

const entering = async (members: Person[], given: Partial<NewGameRow> = {}) => ({
  game: await insertGame(world.db, given),
  team: await insertTeam(world.db, members),
})
const join = (by: Person, game: { id: number }, team: { id: number }) =>
  by.post(`/api/game/${game.id}`, { teamId: team.id })
const leave = (by: Person, game: { id: number }) => by.delete(`/api/game/${game.id}`)
const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status)

const participationsIn = (game: { id: number }) =>
  world.db.selectFrom('participation').selectAll().where('game_id', '=', game.id).execute()
const registrationsIn = (game: { id: number }) =>
  world.db.selectFrom('participation_member').selectAll().where('game_id', '=', game.id).execute()
const teamRow = (team: { id: number }) =>
  world.db.selectFrom('team').selectAll().where('id', '=', team.id).executeTakeFirst()

const mustBeSound = async (game: { id: number }): Promise<void> => {
  const participations = await participationsIn(game)
  const challenges = await world.db
    .selectFrom('challenge')
    .select('id')
    .where('game_id', '=', game.id)
    .where('is_enabled', '=', true)
    .execute()
  for (const { id, status, team_id } of participations) {
    if (status !== 'Accepted') continue
    const instances = await world.db
      .selectFrom('game_instance')
      .select('challenge_id')
      .where('participation_id', '=', id)
      .execute()
    expect(instances).toHaveLength(challenges.length)
    expect((await teamRow({ id: team_id }))?.locked).toBe(true)
  }
  for (const { participation_id, user_id } of await registrationsIn(game)) {
    const participation = participations.find(({ id }) => id === participation_id)
    const member = world.db
      .selectFrom('team_member')
      .select('user_id')
      .where('team_id', '=', participation?.team_id ?? -1)
      .where('user_id', '=', user_id)
    expect(await member.execute()).toHaveLength(1)
  }
  const held = await world.core.games.must(game.id)
  expect(new Set(held.participations.keys())).toEqual(new Set(participations.map(({ id }) => id)))
  expect(held.registrations.size).toBe((await registrationsIn(game)).length)
}

describe('fifty members of one team who join at once', () => {
  it('are no more than the game allows', async () => {
    const { game, team } = await entering(people, { team_member_count_limit: 3, accept_without_review: true })
    await insertChallenge(world.db, game)
    const answers = await Promise.all(people.map((person) => join(person, game, team)))
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(3)
    expect(statuses(answers).filter((status) => status === 400)).toHaveLength(47)
    expect(await registrationsIn(game)).toHaveLength(3)
    expect(await participationsIn(game)).toHaveLength(1)
    await mustBeSound(game)
  })

  it('all join where nothing limits them', async () => {
    const { game, team } = await entering(people)
    const answers = await Promise.all(people.map((person) => join(person, game, team)))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    expect(await registrationsIn(game)).toHaveLength(50)
    await mustBeSound(game)
  })
})

describe('somebody who joins', () => {
  it('many times at once has joined once', async () => {
    const { game, team } = await entering([captain])
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(captain, game, team)))
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1)
    expect(await registrationsIn(game)).toHaveLength(1)
  })

  it('with two teams at once has joined with one of them', async () => {
    for (let round = 0; round < rounds; round++) {
      const { game, team } = await entering([captain])
      const other = await insertTeam(world.db, [captain])
      const answers = await Promise.all([join(captain, game, team), join(captain, game, other)])
      expect(new Set(statuses(answers))).toEqual(new Set([200, 400]))
      expect(await registrationsIn(game)).toHaveLength(1)
      expect(await participationsIn(game)).toHaveLength(1)
    }
  })

  it('in many games at once is in all of them', async () => {
    const games = await Promise.all(Array.from({ length: 10 }, () => insertGame(world.db)))
    const team = await insertTeam(world.db, [captain])
    const answers = await Promise.all(games.map((game) => join(captain, game, team)))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
  })
})

describe('joining waits', () => {
  it('for somebody who is putting one out of the team', async () => {
    const { game, team } = await entering([captain, mate])
    let answer: ReturnType<typeof join> | undefined
    await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('team').select('id').where('id', '=', team.id).forNoKeyUpdate().execute()
      answer = join(mate, game, team)
      await untilQueryBlocked(world.db)
      await tx.deleteFrom('team_member').where('user_id', '=', mate.id).execute()
    })
    expect(await answer).toMatchObject({ status: 400, body: { code: 'participation.notInTeam' } })
    expect(await participationsIn(game)).toEqual([])
  })

  it('for somebody who is filling the team', async () => {
    const { game, team } = await entering([captain, mate], { team_member_count_limit: 1 })
    const participation = await insertParticipation(world.db, game, team)
    let answer: ReturnType<typeof join> | undefined
    await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [game.id], ['teams'])
      answer = join(mate, game, team)
      await untilQueryBlocked(world.db)
      await tx
        .insertInto('participation_member')
        .values({
          game_id: game.id,
          user_id: captain.id,
          participation_id: participation.id,
          joined_at: new Date(),
        })
        .execute()
    })
    expect(await answer).toMatchObject({ status: 400, body: { code: 'participation.teamFull' } })
  })

  it('for somebody who is deleting the user', async () => {
    const gone = await world.person()
    const { game, team } = await entering([captain, gone])
    let answer: ReturnType<typeof join> | undefined
    await world.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('user').where('id', '=', gone.id).execute()
      answer = join(gone, game, team)
      await untilQueryBlocked(world.db)
    })
    expect(await answer).toMatchObject({ status: 401, body: { code: 'auth.required' } })
    expect(await participationsIn(game)).toEqual([])
  })
})

describe('at the same moment', () => {
  let game: Awaited<ReturnType<typeof entering>>['game']
  let team: Awaited<ReturnType<typeof entering>>['team']
  const applied = async (members: Person[], given: Partial<NewGameRow> = {}) => {
    ;({ game, team } = await entering([captain, mate], given))
    const challenge = await insertChallenge(world.db, game)
    const participation = await insertParticipation(world.db, game, team, { status: 'Pending', members })
    return { challenge, participation }
  }

  const manyRounds = (work: () => Promise<void>) => async () => {
    for (let round = 0; round < rounds; round++) {
      await work()
      await mustBeSound(game)
    }
  }

  it(
    'leaving and being accepted: one of the two comes first',
    manyRounds(async () => {
      const { participation } = await applied([captain])
      const [left, accepted] = await Promise.all([
        leave(captain, game),
        admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' }),
      ])
      expect([
        [200, 404],
        [400, 200],
      ]).toContainEqual([left.status, accepted.status])
      expect(await registrationsIn(game)).toHaveLength(left.status === 200 ? 0 : 1)
      expect((await teamRow(team))?.locked).toBe(left.status !== 200)
    }),
  )

  it(
    'being kicked and joining: anyone who is no member has not joined',
    manyRounds(async () => {
      await applied([captain])
      const [kicked, joined] = await Promise.all([
        captain.post(`/api/team/${team.id}/kick/${mate.id}`),
        join(mate, game, team),
      ])
      expect(kicked.status).toBe(200)
      expect([200, 400]).toContain(joined.status)
      expect((await registrationsIn(game)).map(({ user_id }) => user_id)).toEqual([captain.id])
    }),
  )

  it(
    'being kicked and joining where that is enough to be let in: the lock counts',
    manyRounds(async () => {
      await applied([], { accept_without_review: true })
      const [kicked, joined] = await Promise.all([
        captain.post(`/api/team/${team.id}/kick/${mate.id}`),
        join(mate, game, team),
      ])
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual([kicked.status, joined.status])
      expect(await registrationsIn(game)).toHaveLength(joined.status === 200 ? 1 : 0)
    }),
  )

  it(
    'the last leaving and another joining: the one who joins is in',
    manyRounds(async () => {
      await applied([captain])
      const answers = await Promise.all([leave(captain, game), join(mate, game, team)])
      expect(statuses(answers)).toEqual([200, 200])
      expect(await participationsIn(game)).toHaveLength(1)
      expect((await registrationsIn(game)).map(({ user_id }) => user_id)).toEqual([mate.id])
    }),
  )

  it(
    'the last being kicked and the captain joining: the one who joins is in',
    manyRounds(async () => {
      await applied([mate])
      const answers = await Promise.all([
        captain.post(`/api/team/${team.id}/kick/${mate.id}`),
        join(captain, game, team),
      ])
      expect(statuses(answers)).toEqual([200, 200])
      expect((await registrationsIn(game)).map(({ user_id }) => user_id)).toEqual([captain.id])
    }),
  )

  it(
    'deleting the team and joining with it: nothing of it is left, or it is locked and stays',
    manyRounds(async () => {
      ;({ game, team } = await entering([captain, mate], { accept_without_review: true }))
      const [deleted, joined] = await Promise.all([
        captain.delete(`/api/team/${team.id}`),
        join(mate, game, team),
      ])
      expect([
        [200, 404],
        [400, 200],
      ]).toContainEqual([deleted.status, joined.status])
      expect(await participationsIn(game)).toHaveLength(joined.status === 200 ? 1 : 0)
    }),
  )

  it(
    'a challenge being enabled and a team being let in: it has its instance',
    manyRounds(async () => {
      const { participation, challenge } = await applied([captain])
      await world.db
        .updateTable('challenge')
        .set({ is_enabled: false })
        .where('id', '=', challenge.id)
        .execute()
      await Promise.all([
        world.core.ledger.change(game.id, ['setup'], async (db) => {
          await db.updateTable('challenge').set({ is_enabled: true }).where('id', '=', challenge.id).execute()
          await db
            .insertInto('game_instance')
            .columns(['game_id', 'participation_id', 'challenge_id'])
            .expression((is) =>
              is
                .selectFrom('participation as p')
                .innerJoin('challenge as c', 'c.game_id', 'p.game_id')
                .select(['p.game_id', 'p.id', 'c.id as challenge_id'])
                .where('p.game_id', '=', game.id),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }),
        admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' }),
      ])
      expect(await participationsIn(game)).toMatchObject([{ status: 'Accepted' }])
    }),
  )

  it(
    'deleting the user and their joining: they are gone',
    manyRounds(async () => {
      const gone = await world.person()
      game = await insertGame(world.db)
      team = await insertTeam(world.db, [captain, gone])
      const [deleted, joined] = await Promise.all([
        admin.delete(`/api/admin/users/${gone.id}`),
        join(gone, game, team),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 400, 401]).toContain(joined.status)
      expect(await registrationsIn(game)).toEqual([])
      await world.core.ledger.touch([game.id], ['teams'])
    }),
  )
})
