import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../apps/server/src/ports/database.ts'
import {
  insertChallenge,
  insertContainer,
  insertDivision,
  insertFlag,
  insertGame,
  insertInstance,
  insertParticipation,
  insertSolve,
  insertSubmission,
  insertTeam,
  insertUser,
} from '../kit/factories.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'

const violation = { notNull: '23502', foreignKey: '23503', unique: '23505', check: '23514' } as const

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())

const fullGame = async () => {
  const game = await insertGame(db)
  const division = await insertDivision(db, game)
  const user = await insertUser(db)
  const team = await insertTeam(db, [user])
  const participation = await insertParticipation(db, game, team, { division, members: [user] })
  const owner = await insertParticipation(db, game, await insertTeam(db, []))
  const challenge = await insertChallenge(db, game, { type: 'DynamicAttachment' })
  const flagId = await insertFlag(db, challenge, 'flag{listed}')
  await db
    .insertInto('attachment')
    .values([
      { challenge_id: challenge.id, flag_id: null, type: 'Remote', remote_url: 'https://files.example/a' },
      {
        challenge_id: challenge.id,
        flag_id: flagId,
        type: 'Local',
        file_hash: 'a'.repeat(64),
        file_name: 'a.zip',
      },
    ])
    .execute()
  await db
    .insertInto('division_challenge')
    .values({ game_id: game.id, division_id: division.id, challenge_id: challenge.id, permissions: 256 })
    .execute()
  const owned = { participation, challenge }
  await insertInstance(db, owned, { flag: 'flag{listed}', flag_id: flagId })
  const container = await insertContainer(db, owned)
  const test = await insertContainer(db, { test: challenge })
  const submission = await insertSolve(db, owned)
  await db
    .insertInto('cheat_info')
    .values({ submission_id: submission.id, game_id: game.id, owner_id: owner.id })
    .execute()
  await db
    .insertInto('notice')
    .values({ game_id: game.id, type: 'Normal', values: ['hello'], time: new Date() })
    .execute()
  await db
    .insertInto('game_event')
    .values({
      game_id: game.id,
      type: 'FlagSubmit',
      values: ['Accepted', 'x', 'y', '1'],
      time: new Date(),
      user_id: user.id,
      team_id: team.id,
    })
    .execute()
  return { game, division, user, team, participation, owner, challenge, flagId, container, test, submission }
}

const ofGame = [
  'division',
  'division_challenge',
  'challenge',
  'participation',
  'participation_member',
  'game_instance',
  'submission',
  'first_solve',
  'cheat_info',
  'notice',
  'game_event',
] as const

const countsOf = async (gameId: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of ofGame) {
    const rows = await db.selectFrom(table).select('game_id').where('game_id', '=', gameId).execute()
    counts[table] = rows.length
  }
  return counts
}

const containerRow = (id: string) =>
  db.selectFrom('container').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('deleting', () => {
  it('a game takes everything along but containers, which keep running until they are swept', async () => {
    const { game, challenge, container, test } = await fullGame()
    expect(Object.values(await countsOf(game.id)).every((count) => count > 0)).toBe(true)
    await db.deleteFrom('game').where('id', '=', game.id).execute()
    expect(await countsOf(game.id)).toStrictEqual(Object.fromEntries(ofGame.map((table) => [table, 0])))
    for (const table of ['flag', 'attachment'] as const)
      expect(
        await db.selectFrom(table).select('id').where('challenge_id', '=', challenge.id).execute(),
      ).toEqual([])
    expect(await containerRow(container.id)).toMatchObject({
      game_id: null,
      participation_id: null,
      challenge_id: null,
      test: false,
      status: 'Running',
      runtime_id: container.runtime_id,
    })
    expect(await containerRow(test.id)).toMatchObject({ test: true, test_challenge_id: null })
  })

  it('a challenge takes its flags along, also those that teams have, and leaves the teams in the game', async () => {
    const { game, challenge, container } = await fullGame()
    await db.deleteFrom('challenge').where('id', '=', challenge.id).execute()
    expect(await countsOf(game.id)).toMatchObject({
      participation: 2,
      participation_member: 1,
      game_instance: 0,
      submission: 0,
      first_solve: 0,
      cheat_info: 0,
      division_challenge: 0,
      notice: 1,
      game_event: 1,
    })
    expect(await containerRow(container.id)).toMatchObject({
      game_id: null,
      participation_id: null,
      challenge_id: null,
    })
  })

  it('a team takes its participations along and leaves the events without it', async () => {
    const { game, team, owner, container } = await fullGame()
    await db.deleteFrom('team').where('id', '=', team.id).execute()
    expect(await countsOf(game.id)).toMatchObject({
      participation: 1,
      game_instance: 0,
      submission: 0,
      game_event: 1,
    })
    const left = await db.selectFrom('participation').select('id').where('game_id', '=', game.id).execute()
    expect(left).toEqual([{ id: owner.id }])
    expect((await containerRow(container.id)).participation_id).toBeNull()
    const event = await db.selectFrom('game_event').select('team_id').where('game_id', '=', game.id).execute()
    expect(event).toEqual([{ team_id: null }])
  })

  it('a division leaves its participations in the game, with no division', async () => {
    const { game, division, participation } = await fullGame()
    await db.deleteFrom('division').where('id', '=', division.id).execute()
    const row = await db
      .selectFrom('participation')
      .selectAll()
      .where('id', '=', participation.id)
      .executeTakeFirst()
    expect(row).toMatchObject({ game_id: game.id, division_id: null })
    expect((await countsOf(game.id))['division_challenge']).toBe(0)
  })

  it('a user keeps what was submitted, without a name', async () => {
    const { submission } = await fullGame()
    const gone = await insertUser(db)
    await db.updateTable('submission').set({ user_id: gone.id }).where('id', '=', submission.id).execute()
    await db.deleteFrom('user').where('id', '=', gone.id).execute()
    const row = await db.selectFrom('submission').select('user_id').where('id', '=', submission.id).execute()
    expect(row).toEqual([{ user_id: null }])
  })

  it('refuses a flag that a team has, and frees it with the team', async () => {
    const { flagId, participation } = await fullGame()
    const remove = () => db.deleteFrom('flag').where('id', '=', flagId).execute()
    await expect(remove()).rejects.toMatchObject({ code: violation.foreignKey })
    await db.deleteFrom('participation').where('id', '=', participation.id).execute()
    expect(Number((await remove())[0]?.numDeletedRows)).toBe(1)
  })
})

describe('the database lets in', () => {
  it('one participation of a team per game', async () => {
    const { game, team } = await fullGame()
    await expect(insertParticipation(db, game, team)).rejects.toMatchObject({ code: violation.unique })
  })

  it('a user into a game once, with whatever team', async () => {
    const { game, user, owner } = await fullGame()
    const join = db
      .insertInto('participation_member')
      .values({ game_id: game.id, user_id: user.id, participation_id: owner.id, joined_at: new Date() })
    await expect(join.execute()).rejects.toMatchObject({ code: violation.unique })
  })

  it('one counting solve of a team per challenge, however many come at once', async () => {
    const game = await insertGame(db)
    const challenge = await insertChallenge(db, game)
    const participation = await insertParticipation(db, game, await insertTeam(db, []))
    const owned = { participation, challenge }
    await insertInstance(db, owned)
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => insertSolve(db, owned)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await countsOf(game.id))['submission']).toBe(10)
    const solves = await db.selectFrom('first_solve').selectAll().where('game_id', '=', game.id).execute()
    expect(solves).toHaveLength(1)
  })

  it('a listed flag to one team', async () => {
    const { owner, challenge, flagId } = await fullGame()
    const assign = insertInstance(
      db,
      { participation: owner, challenge },
      { flag: 'flag{listed}', flag_id: flagId },
    )
    await expect(assign).rejects.toMatchObject({ code: violation.unique })
  })

  it('one container of a team per challenge, and one test', async () => {
    const { participation, challenge } = await fullGame()
    await expect(insertContainer(db, { participation, challenge })).rejects.toMatchObject({
      code: violation.unique,
    })
    await expect(insertContainer(db, { test: challenge })).rejects.toMatchObject({ code: violation.unique })
  })

  it('nothing of another game', async () => {
    const { participation, challenge, game } = await fullGame()
    const other = await fullGame()
    const refused = { code: violation.foreignKey }
    await expect(insertInstance(db, { participation, challenge: other.challenge })).rejects.toMatchObject(
      refused,
    )
    const move = db.updateTable('participation').set({ division_id: other.division.id })
    await expect(move.where('id', '=', participation.id).execute()).rejects.toMatchObject(refused)
    const cheat = db.insertInto('cheat_info').values({
      submission_id: (await insertSubmission(db, { participation, challenge })).id,
      game_id: game.id,
      owner_id: other.owner.id,
    })
    await expect(cheat.execute()).rejects.toMatchObject(refused)
    const assign = db
      .updateTable('game_instance')
      .set({ flag: 'x', flag_id: await insertFlag(db, other.challenge) })
    await expect(assign.where('challenge_id', '=', challenge.id).execute()).rejects.toMatchObject(refused)
  })

  it('no submission without an instance', async () => {
    const { owner, challenge } = await fullGame()
    await expect(insertSubmission(db, { participation: owner, challenge })).rejects.toMatchObject({
      code: violation.foreignKey,
    })
  })

  it('no half a write-up, no attachment of neither kind, no running container that cannot be reached', async () => {
    const { participation, challenge, container } = await fullGame()
    const refused = { code: violation.check }
    const half = db.updateTable('participation').set({ writeup_hash: 'a'.repeat(64) })
    await expect(half.where('id', '=', participation.id).execute()).rejects.toMatchObject(refused)
    const nothing = db.updateTable('attachment').set({ remote_url: null })
    await expect(nothing.where('challenge_id', '=', challenge.id).execute()).rejects.toMatchObject(refused)
    const nowhere = db.updateTable('container').set({ port: null })
    await expect(nowhere.where('id', '=', container.id).execute()).rejects.toMatchObject(refused)
  })
})

describe('the order of acceptance', () => {
  it('is that in which submissions of one statement are given, and goes on with the next', async () => {
    const { participation, challenge } = await fullGame()
    const time = new Date()
    const batch = (answers: readonly string[]) =>
      db
        .insertInto('submission')
        .values(
          answers.map((answer) => ({
            game_id: participation.game_id,
            participation_id: participation.id,
            challenge_id: challenge.id,
            answer,
            status: 'WrongAnswer' as const,
            time,
          })),
        )
        .returning(['id', 'answer'])
        .execute()
    const rows = [...(await batch(['a', 'b', 'c'])), ...(await batch(['d']))]
    expect(rows.toSorted((one, other) => one.id - other.id).map(({ answer }) => answer)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })
})
