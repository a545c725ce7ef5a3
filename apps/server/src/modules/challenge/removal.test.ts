import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertContainer,
  insertFlag,
  insertSolve,
  insertSubmission,
} from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const tables = [
  'game_instance',
  'trace',
  'submission',
  'first_solve',
  'flag',
  'attachment',
  'division_challenge',
] as const

const left = async (challengeId: number): Promise<string[]> => {
  const found: string[] = []
  for (const table of tables) {
    const rows = await world.db
      .selectFrom(table)
      .select('challenge_id')
      .where('challenge_id', '=', challengeId)
      .execute()
    if (rows.length > 0) found.push(`${rows.length} in ${table}`)
  }
  return found
}

describe('a challenge that is deleted', () => {
  it('goes with everything that hangs on it, and answers nothing', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicAttachment', flags: [] })
    const other = await open.challenge()
    const flag_id = await insertFlag(world.db, challenge, 'flag{one}')
    await organizer.addFlags(open.game.id, challenge.id, [
      { flag: 'flag{two}', attachmentType: 'Remote', remoteUrl: 'https://files.example/a' },
    ])
    const division = await open.division()
    await world.db
      .insertInto('division_challenge')
      .values({ game_id: open.game.id, division_id: division.id, challenge_id: challenge.id })
      .execute()
    const [one, two] = [await open.team({ division }), await open.team()]
    await world.db
      .updateTable('game_instance')
      .set({ flag: 'flag{one}', flag_id })
      .where('participation_id', '=', one.participation.id)
      .where('challenge_id', '=', challenge.id)
      .execute()
    await insertSolve(world.db, { participation: one.participation, challenge })
    for (const { id } of [challenge, other]) await one.player.get(`${open.path}/challenges/${id}`)
    await world.app.modules.watch.traceWriter.flush()
    const copied = await insertSubmission(
      world.db,
      { participation: two.participation, challenge },
      { answer: 'flag{one}', status: 'CheatDetected' },
    )
    await world.db
      .insertInto('cheat_info')
      .values({ submission_id: copied.id, game_id: open.game.id, owner_id: one.participation.id })
      .execute()
    const kept = await insertSolve(world.db, { participation: one.participation, challenge: other })
    await open.changed()

    const answer = await organizer.remove(open.game.id, challenge.id)
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(await left(challenge.id)).toEqual([])
    expect(await left(other.id)).toContain('1 in trace')
    expect(await world.db.selectFrom('cheat_info').select('owner_id').execute()).toEqual([])
    expect(
      await world.db.selectFrom('submission').select('id').where('game_id', '=', open.game.id).execute(),
    ).toEqual([{ id: kept.id }])
    expect((await organizer.read(open.game.id, challenge.id)).status).toBe(404)
    expect((await organizer.remove(open.game.id, challenge.id)).status).toBe(404)
    expect((await organizer.list(open.game.id)).body.map(({ id }) => id)).toEqual([other.id])
  })

  it('takes its points from the board, in every process', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ original_score: 100 })
    const other = await open.challenge({ original_score: 200 })
    const { participation } = await open.team()
    await insertSolve(world.db, { participation, challenge })
    await insertSolve(world.db, { participation, challenge: other })
    await open.changed()
    const score = async () => {
      const { board, hasSolved } = await world.core.games.must(open.game.id)
      return [board.itemOf(participation.id)?.score, hasSolved(participation.id, challenge.id)]
    }
    expect(await score()).toEqual([315, true])
    const changes: string[][] = []
    const stop = world.core.ledger.listen(({ gameId, parts }) => {
      if (gameId === open.game.id) changes.push([...parts])
    })
    await organizer.remove(open.game.id, challenge.id)
    stop()
    expect(changes).toEqual([['setup', 'purge']])
    expect(await score()).toEqual([210, false])
  })

  it('has its containers stopped, that of the organizers too', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicContainer' })
    const { participation } = await open.team()
    await insertContainer(world.db, { participation, challenge })
    await insertContainer(world.db, { test: challenge })
    const other = await open.challenge({ type: 'DynamicContainer' })
    await insertContainer(world.db, { participation, challenge: other })
    await organizer.remove(open.game.id, challenge.id)
    const containers = () =>
      world.db
        .selectFrom('container')
        .select(['challenge_id', 'test_challenge_id'])
        .orderBy('challenge_id')
        .execute()
    await expect.poll(containers, patient).toEqual([{ challenge_id: other.id, test_challenge_id: null }])
  })

  it('leaves what monitors and players have been told', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ title: 'RSA', is_enabled: false })
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    await organizer.remove(open.game.id, challenge.id)
    const { body } = await world.visitor().get<{ values: string[] }[]>(`${open.path}/notices`)
    expect(body.map(({ values }) => values)).toEqual([['RSA']])
  })

  it('is written into the log', async () => {
    const { game, challenge } = await organizer.made()
    await organizer.remove(game.id, challenge.id)
    const { body } = await organizer.admin.get<{ msg: string }[]>('/api/admin/logs?count=1000')
    expect(body.map(({ msg }) => msg)).toContain(`Challenge ${challenge.id} in game ${game.id} deleted`)
  })
})

describe('a challenge with more submissions than one statement deletes', () => {
  it('goes whole', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const [one, two] = [await open.team(), await open.team()]
    for (const { participation } of [one, two])
      await sql`
        insert into submission (game_id, participation_id, challenge_id, answer, status, time)
        select ${open.game.id}, ${participation.id}, ${challenge.id}, 'flag{no}', 'WrongAnswer', now()
        from generate_series(1, 10500)
      `.execute(world.db)
    await insertSolve(world.db, { participation: two.participation, challenge })
    await open.changed()
    expect((await organizer.remove(open.game.id, challenge.id)).status).toBe(200)
    expect(await left(challenge.id)).toEqual([])
  })
})
