import type { ParticipationStatus } from '@pennant/contract/enums'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { TeamInfo } from '@pennant/contract/team'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../kit/blocked-query.ts'
import {
  insertGame,
  insertParticipation,
  insertSolve,
  insertSubmission,
  insertTeam,
} from '../../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../../kit/open-game.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

const hour = 3_600_000

let world: World
let admin: Person
let captain: Person
let member: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
beforeEach(async () => {
  captain = await world.person()
  member = await world.person()
})
afterAll(() => world.close())

const board = async ({ game }: OpenGame): Promise<Partial<Scoreboard>> => {
  const { status, body } = await admin.get<Scoreboard>(`/api/game/${game.id}/scoreboard`)
  expect(status).toBe(200)
  const { items, challenges, timelines } = body
  return { items, challenges, timelines }
}

const won = async (status: ParticipationStatus = 'Accepted') => {
  const open = await createOpenGame(world)
  const challenge = await open.challenge()
  const { team, participation } = await open.team({ players: [captain, member], status })
  const others = [await open.team(), await open.team(), await open.team()]
  const { clock, db } = world
  for (const [at, one] of [participation, ...others.map((other) => other.participation)].entries())
    await insertSolve(db, { participation: one, challenge }, new Date(clock.now() - 1000 + at))
  await open.changed()
  return { open, team, participation, others, challenge }
}

const end = async ({ game, changed }: OpenGame): Promise<void> => {
  const end_at = new Date(world.clock.now() - 1)
  await world.db.updateTable('game').set({ end_at }).where('id', '=', game.id).execute()
  await changed()
}

const remove = (teamId: number) => captain.delete(`/api/team/${teamId}`)
const leave = (person: Person, teamId: number) => person.post(`/api/team/${teamId}/leave`)
const refused = { status: 400, body: { code: 'team.played' } }

const rowsOf = async (participationId: number) => ({
  submissions: await world.db
    .selectFrom('submission')
    .selectAll()
    .where('participation_id', '=', participationId)
    .execute(),
  solves: await world.db
    .selectFrom('first_solve')
    .selectAll()
    .where('participation_id', '=', participationId)
    .execute(),
})

describe.each(['during', 'after'] as const)('a captain who wants to spoil a game %s it', (when) => {
  it.each(['Accepted', 'Suspended'] as const)('cannot delete a team that is %s', async (status) => {
    const { open, team, participation } = await won(status)
    if (when === 'after') await end(open)
    const [before, rows] = [await board(open), await rowsOf(participation.id)]
    expect(await remove(team.id)).toMatchObject(refused)
    expect(await board(open)).toEqual(before)
    expect(await rowsOf(participation.id)).toEqual(rows)
  })

  it.each(['Rejected', 'Pending'] as const)(
    'cannot delete what a team that is %s has sent',
    async (status) => {
      const { open, team, participation } = await won(status)
      if (when === 'after') await end(open)
      const rows = await rowsOf(participation.id)
      expect(await remove(team.id)).toMatchObject(refused)
      expect(await rowsOf(participation.id)).toEqual(rows)
    },
  )

  it('cannot leave it as the last, nor by making others go first', async () => {
    const { open, team } = await won()
    if (when === 'after') await end(open)
    const before = await board(open)
    expect((await captain.post(`/api/team/${team.id}/kick/${member.id}`)).status).toBe(200)
    expect(await leave(captain, team.id)).toMatchObject({ status: 400, body: { code: 'team.captainLeaves' } })
    expect(await remove(team.id)).toMatchObject(refused)
    expect((await captain.delete(open.path)).status).toBe(400)
    expect(await board(open)).toEqual(before)
  })

  it('cannot do it together with the last member', async () => {
    const { open, team } = await won()
    if (when === 'after') await end(open)
    const before = await board(open)
    const answers = await Promise.all([
      leave(captain, team.id),
      leave(member, team.id),
      remove(team.id),
      captain.put(`/api/team/${team.id}/transfer`, { newCaptainId: member.id }),
      member.delete(`/api/team/${team.id}`),
      leave(captain, team.id),
      remove(team.id),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect(await board(open)).toEqual(before)
    const { body } = await admin.get<TeamInfo>(`/api/team/${team.id}`)
    expect(body.members?.some((one) => one.captain)).toBe(true)
  })

  it('is not helped by the deletion of the account', async () => {
    const { open, team } = await won()
    if (when === 'after') await end(open)
    const before = await board(open)
    expect(await admin.delete(`/api/admin/users/${captain.id}`)).toMatchObject({
      status: 400,
      body: { code: 'user.isCaptain' },
    })
    expect((await admin.delete(`/api/admin/users/${member.id}`)).status).toBe(200)
    expect(await remove(team.id)).toMatchObject(refused)
    expect(await board(open)).toEqual(before)
  })
})

describe('at the very start', () => {
  const game = () => insertGame(world.db, { start_at: new Date(world.clock.now() + hour) })

  it('a team that waits for the game is deleted until it begins, and no longer from then on', async () => {
    const { id } = await game()
    const startIn = async (ms: number): Promise<void> => {
      const start_at = new Date(world.clock.now() + ms)
      await world.db.updateTable('game').set({ start_at }).where('id', '=', id).execute()
    }
    const team = await insertTeam(world.db, [captain, member])
    await insertParticipation(world.db, { id }, team, { members: [captain] })
    await startIn(0)
    expect(await remove(team.id)).toMatchObject(refused)
    await startIn(60_000)
    expect((await remove(team.id)).status).toBe(200)
  })

  it('a deletion that was asked for before sees the start that comes while it waits', async () => {
    const upcoming = await game()
    const team = await insertTeam(world.db, [captain, member])
    await insertParticipation(world.db, upcoming, team, { members: [captain] })
    let answer: ReturnType<typeof remove> | undefined
    await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [upcoming.id], ['setup'])
      answer = remove(team.id)
      await untilQueryBlocked(world.db)
      const start_at = new Date(world.clock.now() - 1)
      await tx.updateTable('game').set({ start_at }).where('id', '=', upcoming.id).execute()
    })
    expect(await answer).toMatchObject(refused)
  })

  it('a deletion that waits for the decision about the team sees that it was accepted', async () => {
    const running = await insertGame(world.db)
    const team = await insertTeam(world.db, [captain])
    const { id } = await insertParticipation(world.db, running, team, {
      status: 'Pending',
      members: [captain],
    })
    let answer: ReturnType<typeof remove> | undefined
    await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('team').select('id').where('id', '=', team.id).forNoKeyUpdate().execute()
      answer = remove(team.id)
      await untilQueryBlocked(world.db)
      await tx.updateTable('participation').set({ status: 'Accepted' }).where('id', '=', id).execute()
    })
    expect(await answer).toMatchObject(refused)
  })
})

describe('a captain who spoils nothing', () => {
  it.each(['Pending', 'Rejected'] as const)('deletes a team that was %s and sent nothing', async (status) => {
    const team = await insertTeam(world.db, [captain])
    await insertParticipation(world.db, await insertGame(world.db), team, { status, members: [captain] })
    expect((await remove(team.id)).status).toBe(200)
  })

  it('deletes the team once the game is gone', async () => {
    const { open, team, participation, challenge } = await won()
    await insertSubmission(world.db, { participation, challenge })
    expect((await admin.delete(`/api/edit/games/${open.game.id}`)).status).toBe(200)
    expect((await remove(team.id)).status).toBe(200)
  })

  it('is told before, as are the members, and nobody else', async () => {
    const { team } = await won()
    const free = await insertTeam(world.db, [captain])
    const own = await captain.get<TeamInfo[]>('/api/team')
    const told = own.body.map(({ id, played }) => [id, played])
    expect(told).toEqual([
      [team.id, true],
      [free.id, undefined],
    ])
    expect((await member.get<TeamInfo[]>('/api/team')).body[0]?.played).toBe(true)
    const changed = await captain.put<TeamInfo>(`/api/team/${team.id}`, { name: 'New' })
    expect(changed.body.played).toBe(true)
    const anybody = (await world.visitor().get<TeamInfo>(`/api/team/${team.id}`)).body
    expect(anybody.played).toBeUndefined()
    expect(anybody.games).toBeUndefined()
  })
})

describe('an administrator', () => {
  it('sees which games rest on the team, and deletes it', async () => {
    const { open, team } = await won()
    const { body } = await admin.get<{ data: TeamInfo[] }>(`/api/admin/teams?search=${team.id}`)
    expect(body.data.find(({ id }) => id === team.id)?.games).toEqual([
      {
        id: open.game.id,
        title: open.game.title,
        start: open.game.start_at.getTime(),
        status: 'Accepted',
      },
    ])
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
    const { items } = await board(open)
    expect(items?.map(({ id }) => id)).not.toContain(team.id)
  })
})
