import type { ParticipationStatus } from '@pennant/contract/enums'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertInstance,
  insertParticipation,
  insertSolve,
  insertSubmission,
  insertTeam,
  insertWriteup,
} from '../../../../../tests/kit/factories.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const day = 86_400_000

let world: World
let admin: Person
let captain: Person
let member: Person
const announced: number[] = []
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  captain = await world.person()
  member = await world.person()
  world.core.ledger.listen(({ gameId }) => announced.push(gameId))
})
afterAll(() => world.close())

const ended = () => ({
  start_at: new Date(world.clock.now() - 3 * day),
  end_at: new Date(world.clock.now() - day),
})

const playing = async (
  status: ParticipationStatus = 'Accepted',
  { locked = false, game: given = {}, joined = [captain, member] as Person[] } = {},
) => {
  const game = await insertGame(world.db, given)
  const team = await insertTeam(world.db, [captain, member], { locked })
  const participation = await insertParticipation(world.db, game, team, { status, members: joined })
  return { game, team, participation }
}

const membersOf = async (participationId: number): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('participation_member')
    .select('user_id')
    .where('participation_id', '=', participationId)
    .execute()
  return rows.map((row) => row.user_id)
}

const exists = async (participationId: number): Promise<boolean> => {
  const rows = await world.db
    .selectFrom('participation')
    .select('id')
    .where('id', '=', participationId)
    .execute()
  return rows.length === 1
}

const isLocked = async (teamId: number): Promise<boolean> => {
  const row = await world.db
    .selectFrom('team')
    .select('locked')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  return row.locked
}

const fileRefs = async (hash: string): Promise<number> => {
  const row = await world.db.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst()
  return row?.refs ?? 0
}

const kick = (teamId: number) => captain.post(`/api/team/${teamId}/kick/${member.id}`)
const leave = (teamId: number) => member.post(`/api/team/${teamId}/leave`)
const remove = (teamId: number) => captain.delete(`/api/team/${teamId}`)

const ways = [
  ['kick', kick, 'Accepted'],
  ['leave', leave, 'Accepted'],
  ['delete', remove, 'Pending'],
] as const

describe.each(ways)('the lock of a team and %s', (_way, act, free) => {
  it.each(['Pending', 'Accepted', 'Rejected', 'Suspended', 'Unsubmitted'] as const)(
    'is kept while the team is %s in a game that has not ended',
    async (status) => {
      const { team, participation } = await playing(status, { locked: true })
      expect(await act(team.id)).toMatchObject({ status: 400, body: { code: 'team.locked' } })
      expect(await membersOf(participation.id)).toHaveLength(2)
      expect(await isLocked(team.id)).toBe(true)
    },
  )

  it('is kept before the game begins', async () => {
    const later = {
      start_at: new Date(world.clock.now() + day),
      end_at: new Date(world.clock.now() + 2 * day),
    }
    const { team } = await playing('Accepted', { locked: true, game: later })
    expect((await act(team.id)).status).toBe(400)
  })

  it('is opened when all games have ended', async () => {
    const { team } = await playing(free, { locked: true, game: ended() })
    expect((await act(team.id)).status).toBe(200)
    const left = await world.db.selectFrom('team').select('locked').where('id', '=', team.id).execute()
    expect(left.some(({ locked }) => locked)).toBe(false)
  })

  it('is opened when the team takes part in nothing', async () => {
    const team = await insertTeam(world.db, [captain, member], { locked: true })
    expect((await act(team.id)).status).toBe(200)
  })

  it('holds as long as one of several games goes on', async () => {
    const { team } = await playing(free, { locked: true, game: ended() })
    await insertParticipation(world.db, await insertGame(world.db), team, { status: 'Pending' })
    expect((await act(team.id)).status).toBe(400)
  })

  it('does not stop a team that is not locked', async () => {
    const { team } = await playing(free)
    expect((await act(team.id)).status).toBe(200)
  })
})

describe('a locked team', () => {
  it('can still be joined, changed and handed over', async () => {
    const { team } = await playing('Accepted', { locked: true })
    const friend = await world.person()
    const code = await captain.get<string>(`/api/team/${team.id}/invite`)
    expect((await friend.post('/api/team/accept', code.body)).status).toBe(200)
    expect((await captain.put(`/api/team/${team.id}`, { name: 'New' })).status).toBe(200)
    expect((await captain.put(`/api/team/${team.id}/transfer`, { newCaptainId: member.id })).status).toBe(200)
  })

  it('is held until the very end of its game', async () => {
    const { team, game } = await playing('Accepted', { locked: true })
    const around = async (ms: number) => {
      const end_at = new Date(world.clock.now() + ms)
      await world.db.updateTable('game').set({ end_at }).where('id', '=', game.id).execute()
      return (await leave(team.id)).status
    }
    expect(await around(60_000)).toBe(400)
    expect(await around(-1)).toBe(200)
  })

  it('of an accepted team is that which administrators accepted', async () => {
    const { team, participation } = await playing('Pending')
    await admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' })
    expect((await leave(team.id)).status).toBe(400)
  })
})

describe.each(ways.slice(0, 2))('anyone who goes by %s', (_way, act) => {
  it('is no longer in the games of the team, but in those of another', async () => {
    const { team, participation } = await playing('Accepted', { game: ended() })
    const other = await playing('Accepted')
    announced.length = 0
    expect((await act(team.id)).status).toBe(200)
    expect(await membersOf(participation.id)).toEqual([captain.id])
    expect(await membersOf(other.participation.id)).toHaveLength(2)
    await expect.poll(() => announced).toEqual([participation.game_id])
  })

  it('who is told that they are no member changes nothing', async () => {
    const { team, participation } = await playing('Accepted')
    await act(team.id)
    await world.db
      .insertInto('participation_member')
      .values({
        game_id: participation.game_id,
        user_id: member.id,
        participation_id: participation.id,
        joined_at: new Date(),
      })
      .execute()
    expect((await act(team.id)).status).toBe(400)
    expect(await membersOf(participation.id)).toHaveLength(2)
  })

  it.each(['Pending', 'Rejected'] as const)('as the last takes a %s application along', async (status) => {
    const { team, participation, game } = await playing(status, { joined: [member] })
    const { hash } = await insertWriteup(world, participation, { bytes: Buffer.from(`${_way}${status}`) })
    announced.length = 0
    expect((await act(team.id)).status).toBe(200)
    expect(await exists(participation.id)).toBe(false)
    expect(await fileRefs(hash)).toBe(0)
    await expect.poll(() => announced).toEqual([game.id])
  })

  it.each(['Accepted', 'Suspended'] as const)(
    'as the last leaves a team that was %s in the game',
    async (status) => {
      const { team, participation } = await playing(status, { joined: [member] })
      expect((await act(team.id)).status).toBe(200)
      expect(await exists(participation.id)).toBe(true)
      expect(await membersOf(participation.id)).toEqual([])
    },
  )

  it('as one of several leaves the application to the others', async () => {
    const { team, participation } = await playing('Pending')
    expect((await act(team.id)).status).toBe(200)
    expect(await membersOf(participation.id)).toEqual([captain.id])
  })

  it('who never joined in person leaves the application of others alone', async () => {
    const { team, participation } = await playing('Pending', { joined: [captain] })
    expect((await act(team.id)).status).toBe(200)
    expect(await membersOf(participation.id)).toEqual([captain.id])
  })

  it('takes nothing along that was submitted', async () => {
    const { team, participation, game } = await playing('Rejected', { joined: [member] })
    const owned = { participation, challenge: await insertChallenge(world.db, game) }
    await insertInstance(world.db, owned)
    const submission = await insertSubmission(world.db, owned)
    expect((await act(team.id)).status).toBe(200)
    expect(await exists(participation.id)).toBe(true)
    const kept = await world.db
      .selectFrom('submission')
      .select('id')
      .where('id', '=', submission.id)
      .execute()
    expect(kept).toHaveLength(1)
  })

  it('leaves the application to somebody who is joining it at that moment', async () => {
    const { team, participation } = await playing('Pending', { joined: [member] })
    let answer: ReturnType<typeof act> | undefined
    await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [participation.game_id], ['teams'])
      answer = act(team.id)
      await untilQueryBlocked(world.db)
      await tx
        .insertInto('participation_member')
        .values({
          game_id: participation.game_id,
          user_id: captain.id,
          participation_id: participation.id,
          joined_at: new Date(),
        })
        .execute()
    })
    expect((await answer)?.status).toBe(200)
    expect(await membersOf(participation.id)).toEqual([captain.id])
  })

  it('has the containers of the application stopped', async () => {
    const { team, participation, game } = await playing('Pending', { joined: [member] })
    const container = await insertContainer(world.db, {
      participation,
      challenge: await insertChallenge(world.db, game),
    })
    await act(team.id)
    const row = () => world.db.selectFrom('container').selectAll().where('id', '=', container.id).execute()
    await expect.poll(row, patient).toEqual([])
  })
})

describe('a team that is deleted by its captain', () => {
  it('leaves its games with what it has there', async () => {
    const { team, participation, game } = await playing('Pending')
    const challenge = await insertChallenge(world.db, game)
    const container = await insertContainer(world.db, { participation, challenge })
    announced.length = 0
    expect(await remove(team.id)).toMatchObject({ status: 200, text: '' })
    expect(await exists(participation.id)).toBe(false)
    await expect.poll(() => announced).toEqual([game.id])
    const left = world.db.selectFrom('container').where('id', '=', container.id).selectAll()
    await expect.poll(() => left.execute(), patient).toEqual([])
  })
})

describe('a team that is deleted by an administrator', () => {
  const act = (teamId: number) => admin.delete(`/api/admin/teams/${teamId}`)

  it('leaves its games with all it has done there', async () => {
    const { team, participation, game } = await playing('Accepted')
    const challenge = await insertChallenge(world.db, game)
    const container = await insertContainer(world.db, { participation, challenge })
    await insertSolve(world.db, { participation, challenge })
    const { hash } = await insertWriteup(world, participation, { bytes: Buffer.from('all') })
    announced.length = 0
    expect(await act(team.id)).toMatchObject({ status: 200, text: '' })
    expect(await exists(participation.id)).toBe(false)
    for (const table of ['submission', 'first_solve', 'game_instance'] as const)
      expect(await world.db.selectFrom(table).selectAll().where('game_id', '=', game.id).execute()).toEqual(
        [],
      )
    expect(await fileRefs(hash)).toBe(0)
    await expect.poll(() => announced).toEqual([game.id])
    const left = world.db.selectFrom('container').where('id', '=', container.id).selectAll()
    await expect.poll(() => left.execute(), patient).toEqual([])
  })

  it('keeps a write-up that another team has handed in as well', async () => {
    const { team, participation } = await playing('Accepted')
    const other = await playing('Accepted')
    const bytes = Buffer.from('the same')
    const { hash } = await insertWriteup(world, participation, { bytes })
    await insertWriteup(world, other.participation, { bytes })
    await act(team.id)
    expect(await fileRefs(hash)).toBe(1)
    expect((await world.visitor().get(`/assets/${hash}/x.pdf`)).status).toBe(200)
  })
})

describe('an administrator', () => {
  it('deletes a team in spite of its lock', async () => {
    const { team } = await playing('Accepted', { locked: true })
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
  })

  it('opens the lock of a team that plays', async () => {
    const { team } = await playing('Accepted', { locked: true })
    expect((await admin.put(`/api/admin/teams/${team.id}`, { locked: false })).status).toBe(200)
    expect((await leave(team.id)).status).toBe(200)
  })
})
