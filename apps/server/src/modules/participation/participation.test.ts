import { type ParticipationStatus, participationStatuses } from '@pennant/contract/enums'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import {
  insertChallenge,
  insertDivision,
  insertGame,
  insertInstance,
  insertParticipation,
  insertTeam,
  insertUser,
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

const statuses = Object.keys(participationStatuses) as ParticipationStatus[]

const applied = async (status: ParticipationStatus = 'Pending') => {
  const { db } = world
  const game = await insertGame(db)
  const [novices, experts] = [
    await insertDivision(db, game, 'Novices'),
    await insertDivision(db, game, 'Experts'),
  ]
  const user = await insertUser(db)
  const team = await insertTeam(db, [user])
  const participation = await insertParticipation(db, game, team, {
    status,
    division: novices,
    members: [user],
  })
  return { game, novices, experts, team, participation }
}

const decide = (id: number | string, body: unknown) => admin.put(`/api/admin/participation/${id}`, body)

const stored = (id: number) =>
  world.db.selectFrom('participation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const isLocked = async (teamId: number): Promise<boolean> => {
  const row = await world.db
    .selectFrom('team')
    .select('locked')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  return row.locked
}

const instancesOf = async (id: number): Promise<number[]> => {
  const rows = await world.db
    .selectFrom('game_instance')
    .select('challenge_id')
    .where('participation_id', '=', id)
    .orderBy('challenge_id')
    .execute()
  return rows.map((row) => row.challenge_id)
}

describe('a decision on a participation', () => {
  it('answers with nothing', async () => {
    const { participation } = await applied()
    const answer = await decide(participation.id, { status: 'Accepted' })
    expect(answer).toMatchObject({ status: 200, text: '' })
  })

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'may turn %s into %s',
    async (from, to) => {
      const { participation } = await applied(from)
      expect((await decide(participation.id, { status: to })).status).toBe(200)
      expect((await stored(participation.id)).status).toBe(to)
    },
  )

  it('takes the number of a status, and leaves the status when it is null or absent', async () => {
    const { participation } = await applied()
    await decide(participation.id, { status: 3 })
    expect((await stored(participation.id)).status).toBe('Suspended')
    await decide(participation.id, { status: null })
    await decide(participation.id, {})
    expect((await stored(participation.id)).status).toBe('Suspended')
  })

  it.each([
    ['an unknown status', { status: 'Expelled' }],
    ['a status that has no such number', { status: 9 }],
    ['a division that is no number', { divisionId: 'first' }],
    ['a division beyond all ids', { divisionId: 2_147_483_648 }],
  ])('is refused with %s, and then nothing changes', async (_what, body) => {
    const { participation, novices } = await applied()
    expect((await decide(participation.id, { status: 'Accepted', ...body })).status).toBe(400)
    expect(await stored(participation.id)).toMatchObject({ status: 'Pending', division_id: novices.id })
  })

  it('finds no participation that is not there', async () => {
    expect(await decide(2_000_000_000, { status: 'Accepted' })).toMatchObject({
      status: 404,
      body: { status: 404, code: 'participation.notFound' },
    })
    expect((await decide('one', { status: 'Accepted' })).status).toBe(404)
  })

  it('is for administrators', async () => {
    const { participation } = await applied()
    const path = `/api/admin/participation/${participation.id}`
    const ask = { status: 'Accepted' }
    expect((await world.visitor().put(path, ask)).status).toBe(401)
    expect((await (await world.person('User')).put(path, ask)).status).toBe(403)
    expect((await (await world.person('Monitor')).put(path, ask)).status).toBe(403)
    expect((await stored(participation.id)).status).toBe('Pending')
  })

  it('tells everybody that the game has changed, whatever was decided', async () => {
    const { participation, game } = await applied()
    announced.length = 0
    await decide(participation.id, { status: 'Suspended' })
    await decide(participation.id, {})
    await expect.poll(() => announced).toEqual([game.id, game.id])
  })

  it('is logged with who took it', async () => {
    const { participation } = await applied()
    await decide(participation.id, { status: 'Rejected' })
    const logs = await admin.get<{ msg: string; name: string; status: string }[]>(
      '/api/admin/logs?count=1000',
    )
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: expect.stringContaining(`Participation ${participation.id} `),
        name: admin.userName,
        status: 'Success',
      }),
    )
  })
})

describe('the division', () => {
  it('is that of the request, with or without a status', async () => {
    const { participation, experts, novices } = await applied()
    await decide(participation.id, { status: 'Accepted', divisionId: experts.id })
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted', division_id: experts.id })
    await decide(participation.id, { divisionId: novices.id })
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted', division_id: novices.id })
  })

  it.each([
    ['null', { status: 'Accepted', divisionId: null }],
    ['absent', { status: 'Accepted' }],
    ['absent and nothing else is asked for', {}],
  ])('is taken away when it is %s', async (_how, body) => {
    const { participation } = await applied()
    await decide(participation.id, body)
    expect((await stored(participation.id)).division_id).toBeNull()
  })

  it('stays when the game has none of that id', async () => {
    const { participation, novices } = await applied()
    const { experts: foreign } = await applied()
    for (const divisionId of [foreign.id, 2_000_000_000, 0, -1]) {
      const answer = await decide(participation.id, { status: 'Suspended', divisionId })
      expect(answer.status).toBe(200)
      expect(await stored(participation.id)).toMatchObject({ status: 'Suspended', division_id: novices.id })
    }
  })

  it('is cleared by a rejection, even one that names it', async () => {
    const { participation, novices } = await applied()
    await decide(participation.id, { status: 'Rejected', divisionId: novices.id })
    expect(await stored(participation.id)).toMatchObject({ status: 'Rejected', division_id: null })
  })
})

describe('accepting', () => {
  it('locks the team and gives it an instance of every enabled challenge', async () => {
    const { participation, team, game } = await applied()
    const [one, two] = [await insertChallenge(world.db, game), await insertChallenge(world.db, game)]
    await insertChallenge(world.db, game, { is_enabled: false })
    await insertChallenge(world.db, await insertGame(world.db))
    await decide(participation.id, { status: 'Accepted' })
    expect(await isLocked(team.id)).toBe(true)
    expect(await instancesOf(participation.id)).toEqual([one.id, two.id])
  })

  it('adds the instances that are missing and keeps those that are there', async () => {
    const { participation, game } = await applied('Suspended')
    const [one, two] = [await insertChallenge(world.db, game), await insertChallenge(world.db, game)]
    await insertInstance(world.db, { participation, challenge: one }, { flag: 'flag{kept}' })
    await decide(participation.id, { status: 'Accepted' })
    expect(await instancesOf(participation.id)).toEqual([one.id, two.id])
    const kept = world.db.selectFrom('game_instance').select('flag').where('challenge_id', '=', one.id)
    expect(await kept.execute()).toEqual([{ flag: 'flag{kept}' }])
  })

  it('does nothing to a team that is accepted already', async () => {
    const { participation, team, game } = await applied('Accepted')
    await insertChallenge(world.db, game)
    await decide(participation.id, { status: 'Accepted' })
    await decide(participation.id, {})
    expect(await isLocked(team.id)).toBe(false)
    expect(await instancesOf(participation.id)).toEqual([])
  })

  it.each(['Pending', 'Rejected', 'Suspended', 'Unsubmitted'] as const)(
    'is undone in nothing by %s: the lock and the instances stay',
    async (status) => {
      const { participation, team, game } = await applied()
      const challenge = await insertChallenge(world.db, game)
      await decide(participation.id, { status: 'Accepted' })
      await decide(participation.id, { status })
      expect(await isLocked(team.id)).toBe(true)
      expect(await instancesOf(participation.id)).toEqual([challenge.id])
    },
  )

  it('many times at once ends as it would once', async () => {
    const { participation, team, game, novices } = await applied()
    const challenges = [await insertChallenge(world.db, game), await insertChallenge(world.db, game)]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        decide(participation.id, { status: 'Accepted', divisionId: novices.id }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted', division_id: novices.id })
    expect(await isLocked(team.id)).toBe(true)
    expect(await instancesOf(participation.id)).toEqual(challenges.map(({ id }) => id))
  })

  it('waits for a challenge that is being enabled, and does not miss it', async () => {
    const { participation, game } = await applied()
    const challenge = await insertChallenge(world.db, game, { is_enabled: false })
    let decision: ReturnType<typeof decide> | undefined
    let settled = false
    await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [game.id], ['setup'])
      decision = decide(participation.id, { status: 'Accepted' }).finally(() => (settled = true))
      await untilQueryBlocked(world.db)
      expect(settled).toBe(false)
      await tx.updateTable('challenge').set({ is_enabled: true }).where('id', '=', challenge.id).execute()
    })
    expect((await decision)?.status).toBe(200)
    expect(await instancesOf(participation.id)).toEqual([challenge.id])
  })
})
