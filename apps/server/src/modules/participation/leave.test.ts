import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParticipationStatus } from '@pennant/contract/enums'
import type { NewGameRow } from '../../ports/tables/game.ts'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertInstance,
  insertParticipation,
  insertSubmission,
  insertTeam,
  insertWriteup,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

const day = 86_400_000

let world: World
let captain: Person
let member: Person
let stranger: Person
const announced: number[] = []
beforeAll(async () => {
  world = await createWorld()
  captain = await world.person()
  member = await world.person()
  stranger = await world.person()
  world.core.ledger.listen(({ gameId }) => announced.push(gameId))
})
afterAll(() => world.close())

const joined = async (
  status: ParticipationStatus,
  { members = [captain, member], game: given }: { members?: Person[]; game?: Partial<NewGameRow> } = {},
) => {
  const game = await insertGame(world.db, given)
  const team = await insertTeam(world.db, [captain, member])
  const participation = await insertParticipation(world.db, game, team, { status, members })
  const leave = (by: Person) => by.delete(`/api/game/${game.id}`)
  return { game, team, participation, leave }
}

const membersOf = async (participationId: number): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('participation_member')
    .select('user_id')
    .where('participation_id', '=', participationId)
    .execute()
  return rows.map((row) => row.user_id)
}
const exists = async (id: number): Promise<boolean> => {
  const row = await world.db.selectFrom('participation').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const refused = (code: string, status = 400) => ({ status, body: { code, status } })

describe('leaving a game', () => {
  it.each(['Pending', 'Rejected'] as const)(
    'that one’s team is %s in takes one out, and the application with the last',
    async (status) => {
      const { game, participation, leave } = await joined(status)
      announced.length = 0
      expect(await leave(captain)).toMatchObject({ status: 200, text: '' })
      expect(await membersOf(participation.id)).toEqual([member.id])
      expect(announced).toContain(game.id)
      expect((await leave(member)).status).toBe(200)
      expect(await exists(participation.id)).toBe(false)
    },
  )

  it.each(['Accepted', 'Suspended', 'Unsubmitted'] as const)(
    'is refused once one’s team is %s',
    async (status) => {
      const { participation, leave } = await joined(status)
      expect(await leave(member)).toMatchObject(refused('participation.decided'))
      expect(await membersOf(participation.id)).toHaveLength(2)
    },
  )

  it('is refused to anyone who has not joined in person, member of the team or not', async () => {
    const { participation, leave } = await joined('Pending', { members: [captain] })
    for (const who of [member, stranger])
      expect(await leave(who)).toMatchObject(refused('participation.none'))
    expect(await membersOf(participation.id)).toEqual([captain.id])
  })

  it('does not find a game that is not there, or hidden from the caller', async () => {
    for (const id of [2_000_000_000, -1])
      expect(await captain.delete(`/api/game/${id}`)).toMatchObject(refused('game.notFound', 404))
    const { participation, leave } = await joined('Pending', { members: [captain], game: { hidden: true } })
    expect(await leave(member)).toMatchObject(refused('game.notFound', 404))
    expect((await leave(captain)).status).toBe(200)
    expect(await exists(participation.id)).toBe(false)
  })

  it('is possible before the game begins and after it has ended', async () => {
    const now = world.clock.now()
    for (const days of [-3, 3]) {
      const start_at = new Date(now + days * day)
      const end_at = new Date(now + (days + 1) * day)
      const { leave } = await joined('Pending', { game: { start_at, end_at, practice_mode: false } })
      expect((await leave(captain)).status).toBe(200)
    }
  })

  it('as the last gives the write-up back and has the containers stopped', async () => {
    const { game, participation, leave } = await joined('Rejected', { members: [member] })
    const { hash } = await insertWriteup(world, participation, { bytes: Buffer.from('%PDF-rejected') })
    const challenge = await insertChallenge(world.db, game)
    const container = await insertContainer(world.db, { participation, challenge })
    expect((await leave(member)).status).toBe(200)
    expect((await world.visitor().get(`/assets/${hash}/x.pdf`)).status).toBe(404)
    const left = world.db.selectFrom('container').selectAll().where('id', '=', container.id)
    await expect.poll(() => left.execute(), patient).toEqual([])
  })

  it('as the last takes nothing along that was submitted', async () => {
    const { game, participation, leave } = await joined('Rejected', { members: [member] })
    const owned = { participation, challenge: await insertChallenge(world.db, game) }
    await insertInstance(world.db, owned)
    await insertSubmission(world.db, owned)
    expect((await leave(member)).status).toBe(200)
    expect(await exists(participation.id)).toBe(true)
    expect(await membersOf(participation.id)).toEqual([])
  })

  it('lets one join again, with whatever team', async () => {
    const { game, leave } = await joined('Pending')
    await leave(member)
    const other = await insertTeam(world.db, [member])
    expect((await member.post(`/api/game/${game.id}`, { teamId: other.id })).status).toBe(200)
  })

  it('is logged, and needs a session', async () => {
    const { game, leave } = await joined('Pending')
    expect((await world.visitor().delete(`/api/game/${game.id}`)).status).toBe(401)
    await leave(member)
    const admin = await world.person('Admin')
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({ msg: `Left game ${game.id}`, name: member.userName }),
    )
  })
})
