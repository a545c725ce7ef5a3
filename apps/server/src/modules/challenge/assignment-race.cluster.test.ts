import type { ChallengeDetail } from '@pennant/contract/challenge'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import {
  insertAttachment,
  insertFlag,
  insertInstance,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'
import { type Assignments, createAssignments } from '../../core/flag/assign.ts'
import { assignFlags, type Results } from '../../core/flag/flags.ts'
import { createAssignmentStore } from '../../core/flag/store.ts'
import type { CreateBatches } from '../../kit/batch.ts'
import { journalOf } from '../../telemetry/journal.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DATABASE_POOL: '16' } })
})
afterAll(() => world.close())

const oneByOne: CreateBatches = ({ commit }) => ({
  async add(key, value) {
    const [outcome] = await commit(key, [value])
    if (outcome === undefined || !('result' in outcome)) throw new Error('there is one result for one')
    return outcome.result
  },
})

const anotherProcess = (): Assignments => {
  const { db, clock } = world.adapters
  const journal = journalOf(() => undefined)
  return createAssignments(createAssignmentStore(db), { clock, journal }, oneByOne)
}

const challengesOf = async (open: OpenGame, flags: number) => {
  const listed = await open.challenge({ type: 'DynamicAttachment', flags: [] })
  for (let each = 0; each < flags; each++) {
    const flag_id = await insertFlag(world.db, listed, `flag{${each}}`)
    await insertAttachment(world.db, listed, { flag_id, remote_url: `https://files.example/${each}` })
  }
  return { listed, made: await open.challenge({ type: 'DynamicContainer', flags: [] }) }
}

const addTeams = async (open: OpenGame, count: number): Promise<void> => {
  const { db } = world
  const challenges = await db
    .selectFrom('challenge')
    .selectAll()
    .where('game_id', '=', open.game.id)
    .execute()
  for (let each = 0; each < count; each++) {
    const participation = await insertParticipation(db, open.game, await insertTeam(db, []))
    for (const challenge of challenges) await insertInstance(db, { participation, challenge })
  }
  await open.changed()
}

const askAll = async (open: OpenGame, processes: readonly Assignments[]) => {
  const game = await world.core.games.must(open.game.id)
  const asked = [...game.participations.values()].flatMap((participation) =>
    [...game.challenges.values()].flatMap((challenge) =>
      processes.map(async ({ assignFlag }) => {
        const assigned = await assignFlag({ game, participation, challenge }).catch(() => null)
        return { participation, challenge, flag: assigned?.flag, url: assigned?.attachment?.url }
      }),
    ),
  )
  return Promise.all(asked)
}

const instancesOf = ({ id }: { id: number }) =>
  world.db
    .selectFrom('game_instance')
    .select(['participation_id', 'flag', 'flag_id'])
    .where('challenge_id', '=', id)
    .execute()

describe('processes that give flags at the same time', () => {
  it('tell every team the one flag that it has, and give none to two', async () => {
    const open = await createOpenGame(world)
    const { listed, made } = await challengesOf(open, 40)
    await addTeams(open, 40)
    const answers = await askAll(open, [anotherProcess(), anotherProcess(), anotherProcess()])
    for (const challenge of [listed, made]) {
      const instances = await instancesOf(challenge)
      expect(new Set(instances.map(({ flag }) => flag)).size).toBe(40)
      for (const { participation_id, flag } of instances) {
        const told = answers.filter(
          (answer) => answer.participation.id === participation_id && answer.challenge.id === challenge.id,
        )
        expect(told.map((answer) => answer.flag)).toEqual([flag, flag, flag])
      }
    }
    for (const { challenge, flag, url } of answers)
      if (challenge.id === listed.id) expect(url).toBe(`https://files.example/${/\d+/.exec(flag ?? '')?.[0]}`)
  })

  it('give away all there are and not one more', async () => {
    const open = await createOpenGame(world)
    const { listed } = await challengesOf(open, 7)
    await addTeams(open, 20)
    await askAll(open, [anotherProcess(), anotherProcess()])
    await askAll(open, [anotherProcess(), anotherProcess()])
    const given = (await instancesOf(listed)).flatMap(({ flag_id }) => flag_id ?? [])
    expect(given).toHaveLength(7)
    expect(new Set(given).size).toBe(7)
  })
})

describe('a flag that was free a moment ago', () => {
  it('is not given once more: another one is, or none', async () => {
    const open = await createOpenGame(world)
    const { listed } = await challengesOf(open, 2)
    await addTeams(open, 3)
    const game = await world.core.games.must(open.game.id)
    const challenge = game.challenges.get(listed.id)
    if (challenge === undefined) throw new Error('there is such a challenge')
    const answers: Results[] = []
    for (const participation of game.participations.values())
      answers.push(
        await world.db.transaction().execute((db) => {
          const store = createAssignmentStore(db)
          let asked = 0
          const holdFree: typeof store.holdFree = async (wanted, options) => {
            if (asked++ > 0) return store.holdFree(wanted, options)
            const all = db.selectFrom('flag').select(['id', 'challenge_id', 'flag'])
            return all.where('challenge_id', '=', challenge.id).orderBy('id').limit(1).execute()
          }
          return assignFlags({ ...store, holdFree }, game.id, [{ game, participation, challenge }], {
            wait: false,
          })
        }),
      )
    expect(answers.map((results) => [...results.values()])).toEqual([
      [{ flag: 'flag{0}', attachment: expect.objectContaining({ url: 'https://files.example/0' }) }],
      [{ flag: 'flag{1}', attachment: expect.objectContaining({ url: 'https://files.example/1' }) }],
      ['noFlagLeft'],
    ])
  })
})

describe('somebody who looks while another process is at the flag of their team', () => {
  const begin = async () => {
    const open = await createOpenGame(world)
    const { listed } = await challengesOf(open, 3)
    const [one, other] = [await open.team(), await open.team()]
    const look = ({ player }: typeof one) =>
      player.get<ChallengeDetail>(`${open.path}/challenges/${listed.id}`)
    const rival = await world.db.startTransaction().execute()
    onTestFinished(async () => {
      if (!rival.isCommitted && !rival.isRolledBack) await rival.rollback().execute()
    })
    const instance = await rival
      .selectFrom('game_instance')
      .select('flag')
      .where('participation_id', '=', one.participation.id)
      .where('challenge_id', '=', listed.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    expect(instance.flag).toBeNull()
    return { listed, one, other, look, rival }
  }

  it('is told the one that it gives, and nobody else has to wait for it', async () => {
    const { listed, one, other, look, rival } = await begin()
    const held = await rival
      .selectFrom('flag')
      .select(['id', 'flag'])
      .where('challenge_id', '=', listed.id)
      .limit(1)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await rival
      .updateTable('game_instance')
      .set({ flag: held.flag, flag_id: held.id })
      .where('participation_id', '=', one.participation.id)
      .where('challenge_id', '=', listed.id)
      .execute()
    const looking = look(one)
    await untilQueryBlocked(world.db)
    expect((await look(other)).status).toBe(200)
    await rival.commit().execute()
    expect((await looking).body.context.url).toBe(`https://files.example/${held.flag.slice(5, -1)}`)
    const flags = (await instancesOf(listed)).map(({ flag }) => flag)
    expect(new Set(flags).size).toBe(2)
  })

  it('is given one when it has failed', async () => {
    const { one, look, rival } = await begin()
    const looking = look(one)
    await untilQueryBlocked(world.db)
    await rival.rollback().execute()
    expect((await looking).body.context.url).toMatch(/^https:\/\/files\.example\/\d$/)
  })

  it('finds nothing where the challenge has gone meanwhile', async () => {
    const { listed, one, look, rival } = await begin()
    await rival.deleteFrom('challenge').where('id', '=', listed.id).execute()
    const looking = look(one)
    await untilQueryBlocked(world.db)
    await rival.commit().execute()
    expect(await looking).toMatchObject({ status: 404, body: { code: 'challenge.notFound' } })
  })
})
