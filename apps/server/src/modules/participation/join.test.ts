import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions, type ParticipationStatus } from '@pennant/contract/enums'
import type { NewGameRow } from '../../ports/tables/game.ts'
import {
  insertChallenge,
  insertDivision,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const day = 86_400_000
const { All, JoinGame, RequireReview } = gamePermissions
const withoutReview = All - RequireReview

let world: World
let captain: Person
let mate: Person
let third: Person
let monitor: Person
beforeAll(async () => {
  world = await createWorld()
  captain = await world.person()
  mate = await world.person()
  third = await world.person()
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

type Divisions = Record<string, { permissions?: number; inviteCode?: string }>

const entering = async (given: Partial<NewGameRow> = {}, divisions: Divisions = {}) => {
  const { db } = world
  const game = await insertGame(db, { practice_mode: false, ...given })
  const ids: Record<string, number> = {}
  for (const [name, { permissions = withoutReview, inviteCode = null }] of Object.entries(divisions)) {
    const { id } = await insertDivision(db, game, name)
    await db
      .updateTable('division')
      .set({ default_permissions: permissions, invite_code: inviteCode })
      .where('id', '=', id)
      .execute()
    ids[name] = id
  }
  const team = await insertTeam(db, [captain, mate, third])
  const join = (by: Person, rest: object = {}) =>
    by.post(`/api/game/${game.id}`, { teamId: team.id, ...rest })
  return { game, team, ids, join }
}

const standing = (gameId: number, teamId: number) =>
  world.db
    .selectFrom('participation')
    .selectAll()
    .where('game_id', '=', gameId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()

const revisionOf = async (gameId: number): Promise<number> => {
  const row = await world.db
    .selectFrom('game_ledger')
    .select('revision')
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

const joinedBy = async (gameId: number): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('participation_member')
    .select('user_id')
    .where('game_id', '=', gameId)
    .orderBy('joined_at')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const refused = (code: string, status = 400, inBody = status) => ({ status, body: { code, status: inBody } })

describe('whether a game can be joined', () => {
  it('depends on its being there', async () => {
    const { team } = await entering()
    for (const id of [2_000_000_000, -1])
      expect(await captain.post(`/api/game/${id}`, { teamId: team.id })).toMatchObject(
        refused('game.notFound', 404),
      )
  })

  it('depends on its being shown, unless one is in it already', async () => {
    const { game, team, join } = await entering({ hidden: true, accept_without_review: true })
    expect(await join(captain)).toMatchObject(refused('game.notFound', 404))
    expect(await standing(game.id, team.id)).toBeUndefined()
    await insertParticipation(world.db, game, team, { status: 'Rejected', members: [captain] })
    await world.core.ledger.touch([game.id], ['teams'])
    expect((await join(captain)).status).toBe(200)
    expect(await join(mate)).toMatchObject(refused('game.notFound', 404))
  })

  it('does not depend on its being shown where monitors are concerned', async () => {
    const game = await insertGame(world.db, { hidden: true })
    const team = await insertTeam(world.db, [monitor])
    expect((await monitor.post(`/api/game/${game.id}`, { teamId: team.id })).status).toBe(200)
  })

  it('does not depend on its having begun', async () => {
    const start_at = new Date(world.clock.now() + day)
    const { join } = await entering({ start_at, end_at: new Date(world.clock.now() + 2 * day) })
    expect((await join(captain)).status).toBe(200)
  })

  it('depends on its going on, or on its practice mode', async () => {
    const past = {
      start_at: new Date(world.clock.now() - 2 * day),
      end_at: new Date(world.clock.now() - 1000),
    }
    const over = await entering(past)
    expect(await over.join(captain)).toMatchObject(refused('game.ended', 400, 10_002))
    expect(await over.join(captain, { teamId: 2_000_000_000 })).toMatchObject(
      refused('game.ended', 400, 10_002),
    )
    const practice = await entering({ ...past, practice_mode: true })
    expect((await practice.join(captain)).status).toBe(200)
  })

  it('depends on the team being there, and on being in it', async () => {
    const { join, team, game } = await entering()
    expect(await join(captain, { teamId: 2_000_000_000 })).toMatchObject(refused('team.notFound', 404))
    expect(await join(captain, { teamId: -1 })).toMatchObject(refused('team.notFound', 404))
    const foreign = await insertTeam(world.db, [mate])
    expect(await join(captain, { teamId: foreign.id })).toMatchObject(refused('participation.notInTeam'))
    expect(await joinedBy(game.id)).toEqual([])
    expect(await standing(game.id, team.id)).toBeUndefined()
  })

  it('does not depend on who leads the team, on its lock, or on how many it has', async () => {
    const { join, team } = await entering({ team_member_count_limit: 2 })
    await world.db.updateTable('team').set({ locked: true }).where('id', '=', team.id).execute()
    expect((await join(mate)).status).toBe(200)
    expect((await join(third)).status).toBe(200)
    expect(await join(captain)).toMatchObject(refused('participation.teamFull'))
  })

  it('depends on a session', async () => {
    const { game, team } = await entering()
    expect((await world.visitor().post(`/api/game/${game.id}`, { teamId: team.id })).status).toBe(401)
  })

  it.each([
    ['no team', {}],
    ['a team that is no number', { teamId: 'ours' }],
    ['a team beyond all ids', { teamId: 2_147_483_648 }],
    ['a division that is no number', { teamId: 1, divisionId: 'first' }],
    ['a code that is too long', { teamId: 1, inviteCode: 'x'.repeat(33) }],
    ['a code that is no text', { teamId: 1, inviteCode: { '>': '' } }],
  ])('cannot be asked with %s', async (_what, body) => {
    const { game } = await entering()
    expect((await captain.post(`/api/game/${game.id}`, body)).status).toBe(400)
    expect(await joinedBy(game.id)).toEqual([])
  })
})

describe('the division', () => {
  const divisions = { Open: {}, Closed: { permissions: withoutReview - JoinGame } }

  it('has to be named where there is one to join', async () => {
    const { join } = await entering({}, divisions)
    expect(await join(captain)).toMatchObject(refused('participation.divisionMissing'))
    expect(await join(captain, { divisionId: null })).toMatchObject(refused('participation.divisionMissing'))
  })

  it('has to be one of the game that can be joined', async () => {
    const { join, ids } = await entering({}, divisions)
    const { ids: foreign } = await entering({}, divisions)
    for (const divisionId of [ids['Closed'], foreign['Open'], 2_000_000_000, 0])
      expect(await join(captain, { divisionId })).toMatchObject(refused('participation.divisionUnknown'))
  })

  it('is that of the team from then on', async () => {
    const { join, ids, game, team } = await entering({}, divisions)
    expect(await join(captain, { divisionId: ids['Open'] })).toMatchObject({ status: 200, text: '' })
    expect(await standing(game.id, team.id)).toMatchObject({ division_id: ids['Open'], status: 'Accepted' })
  })

  it('does not matter to a new team where none can be joined', async () => {
    const { join, ids, game, team } = await entering({}, { Closed: { permissions: All - JoinGame } })
    expect((await join(captain, { divisionId: ids['Closed'] })).status).toBe(200)
    expect(await standing(game.id, team.id)).toMatchObject({ division_id: null, status: 'Pending' })
    expect(await join(mate, { divisionId: ids['Closed'] })).toMatchObject(
      refused('participation.otherDivision'),
    )
    expect((await join(mate)).status).toBe(200)
  })

  it('is the same for all of a team', async () => {
    const { join, ids } = await entering({}, { One: {}, Two: {} })
    expect((await join(captain, { divisionId: ids['One'] })).status).toBe(200)
    expect(await join(mate, { divisionId: ids['Two'] })).toMatchObject(refused('participation.otherDivision'))
    expect((await join(mate, { divisionId: ids['One'] })).status).toBe(200)
  })

  it('can be another one after a rejection', async () => {
    const { join, ids, game, team } = await entering({}, { One: {}, Two: { permissions: All } })
    await join(captain, { divisionId: ids['One'] })
    await world.db
      .updateTable('participation')
      .set({ status: 'Rejected', division_id: null })
      .where('game_id', '=', game.id)
      .execute()
    const { token } = (await standing(game.id, team.id)) ?? {}
    expect((await join(mate, { divisionId: ids['Two'] })).status).toBe(200)
    expect(await standing(game.id, team.id)).toMatchObject({
      status: 'Pending',
      division_id: ids['Two'],
      token,
    })
  })
})

describe('the invite code', () => {
  it.each([
    ['of the game', { invite_code: 'Secret' }, {}, undefined],
    ['of the division', {}, { Open: { inviteCode: 'Secret' } }, 'Open'],
    [
      'of the division before that of the game',
      { invite_code: 'g' },
      { Open: { inviteCode: 'Secret' } },
      'Open',
    ],
  ] as const)('%s has to be given exactly', async (_whose, given, divisions, chosen) => {
    const { join, ids } = await entering(given, divisions)
    const divisionId = chosen === undefined ? null : ids[chosen]
    for (const inviteCode of [undefined, null, '', 'secret', 'Secret ', 'g'])
      expect(await join(captain, { divisionId, inviteCode }), String(inviteCode)).toMatchObject(
        refused('participation.inviteWrong'),
      )
    expect((await join(captain, { divisionId, inviteCode: 'Secret' })).status).toBe(200)
  })

  it.each([
    ['where the game has none', { invite_code: '' }, {}, undefined],
    ['in a division without one, even if the game has one', { invite_code: 'Secret' }, { Open: {} }, 'Open'],
  ] as const)('is not needed %s, and any is ignored', async (_where, given, divisions, chosen) => {
    const { join, ids } = await entering(given, divisions)
    const divisionId = chosen === undefined ? null : ids[chosen]
    expect((await join(captain, { divisionId })).status).toBe(200)
    expect((await join(mate, { divisionId, inviteCode: 'anything' })).status).toBe(200)
  })
})

describe('anyone who joined', () => {
  it.each(['Pending', 'Accepted', 'Suspended', 'Unsubmitted'] as const)(
    'with a team that is %s cannot do it again, neither with it nor with another',
    async (status) => {
      const { game, team, join } = await entering()
      await insertParticipation(world.db, game, team, { status, members: [captain] })
      const other = await insertTeam(world.db, [captain])
      for (const teamId of [team.id, other.id])
        expect(await join(captain, { teamId })).toMatchObject(refused('participation.alreadyJoined'))
      expect(await standing(game.id, other.id)).toBeUndefined()
    },
  )

  it('and was rejected may do it again, with the same team or another', async () => {
    const { game, team, join } = await entering({ team_member_count_limit: 1 })
    const { id } = await insertParticipation(world.db, game, team, { status: 'Rejected', members: [captain] })
    expect((await join(captain)).status).toBe(200)
    expect(await standing(game.id, team.id)).toMatchObject({ id, status: 'Pending' })
    await world.db.updateTable('participation').set({ status: 'Rejected' }).where('id', '=', id).execute()
    const other = await insertTeam(world.db, [captain])
    expect((await join(captain, { teamId: other.id })).status).toBe(200)
    expect(await joinedBy(game.id)).toEqual([captain.id])
    expect(await standing(game.id, other.id)).toMatchObject({ status: 'Pending' })
    expect(await standing(game.id, team.id)).toMatchObject({ id, status: 'Rejected' })
  })

  it('counts for the limit of members', async () => {
    const { join, game } = await entering({ team_member_count_limit: 2 })
    expect((await join(captain)).status).toBe(200)
    expect((await join(mate)).status).toBe(200)
    const full = await join(third)
    expect(full).toMatchObject(refused('participation.teamFull'))
    expect(full.text).toContain('2')
    expect(await joinedBy(game.id)).toEqual([captain.id, mate.id])
  })
})

describe('the review', () => {
  it.each([
    ['by the game', { accept_without_review: false }, {}, 'Pending'],
    ['by no game', { accept_without_review: true }, {}, 'Accepted'],
    [
      'by the division, whatever the game says',
      { accept_without_review: true },
      { D: { permissions: All } },
      'Pending',
    ],
    ['by no division, whatever the game says', { accept_without_review: false }, { D: {} }, 'Accepted'],
  ] as const)('is asked for %s', async (_by, given, divisions: Divisions, status) => {
    const { join, ids, game, team } = await entering(given, divisions)
    expect((await join(captain, { divisionId: ids['D'] ?? null })).status).toBe(200)
    expect(await standing(game.id, team.id)).toMatchObject({ status })
  })

  it.each([
    ['Pending', 'Accepted'],
    ['Accepted', 'Accepted'],
    ['Rejected', 'Accepted'],
    ['Suspended', 'Suspended'],
  ] as const satisfies (readonly [ParticipationStatus, ParticipationStatus])[])(
    'that is no longer asked for makes of a %s team, by a team mate, an %s one',
    async (from, to) => {
      const { game, team, join } = await entering({ accept_without_review: true })
      await insertParticipation(world.db, game, team, { status: from, members: [captain] })
      expect((await join(mate)).status).toBe(200)
      expect(await standing(game.id, team.id)).toMatchObject({ status: to })
      expect(await joinedBy(game.id)).toHaveLength(2)
    },
  )
})

describe('a team that is let in at once', () => {
  const locked = async (id: number): Promise<boolean> =>
    (await world.db.selectFrom('team').select('locked').where('id', '=', id).executeTakeFirstOrThrow()).locked
  const instances = (gameId: number) =>
    world.db.selectFrom('game_instance').select('challenge_id').where('game_id', '=', gameId).execute()

  it('is locked and has an instance of every enabled challenge', async () => {
    const { game, team, join } = await entering({ accept_without_review: true })
    const challenge = await insertChallenge(world.db, game)
    await insertChallenge(world.db, game, { is_enabled: false })
    await join(captain)
    expect(await locked(team.id)).toBe(true)
    expect(await instances(game.id)).toEqual([{ challenge_id: challenge.id }])
    await insertChallenge(world.db, game)
    await join(mate)
    expect(await instances(game.id)).toHaveLength(1)
  })

  it('has nothing of it while it waits', async () => {
    const { game, team, join } = await entering()
    await insertChallenge(world.db, game)
    await join(captain)
    expect(await locked(team.id)).toBe(false)
    expect(await instances(game.id)).toEqual([])
  })

  it('is on the board at once, and its members may play', async () => {
    const { game, team, join } = await entering({ accept_without_review: true })
    expect((await captain.get(`/api/game/${game.id}/writeup`)).status).toBe(400)
    await join(captain)
    const held = await world.core.games.must(game.id)
    expect(held.registrations.get(captain.id)).toBe((await standing(game.id, team.id))?.id)
    expect((await captain.get(`/api/game/${game.id}/writeup`)).status).toBe(200)
    expect((await mate.get(`/api/game/${game.id}/writeup`)).status).toBe(400)
  })
})

describe('the token of the team', () => {
  it('is signed with the key of the game', async () => {
    const { game, team, join } = await entering()
    await join(captain)
    const { token: teamToken = '' } = (await standing(game.id, team.id)) ?? {}
    expect(teamToken.startsWith(`${team.id}:`)).toBe(true)
    const verify = (publicKey: string) => world.visitor().post('/api/team/verify', { teamToken, publicKey })
    expect((await verify(game.public_key)).status).toBe(200)
    expect((await verify((await insertGame(world.db)).public_key)).status).toBe(401)
  })
})

describe('joining', () => {
  it('that is refused changes nothing and tells nobody', async () => {
    const { game, team, join } = await entering({ invite_code: 'Secret', accept_without_review: true })
    const before = await revisionOf(game.id)
    expect((await join(captain, { inviteCode: 'wrong' })).status).toBe(400)
    expect(await revisionOf(game.id)).toBe(before)
    expect(await standing(game.id, team.id)).toBeUndefined()
  })

  it('is logged with who did it', async () => {
    const { game, team, join } = await entering()
    await join(captain)
    const admin = await world.person('Admin')
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: `Joined game ${game.id} with team ${team.name} (${team.id}): Pending`,
        name: captain.userName,
        status: 'Success',
      }),
    )
  })
})
