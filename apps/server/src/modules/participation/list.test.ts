import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParticipationInfo } from '@pennant/contract/participation'
import {
  insertDivision,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const list = (gameId: number) => admin.get<ParticipationInfo[]>(`/api/game/${gameId}/participations`)

describe('the participations of a game', () => {
  it('are told by team with all that organizers have to know of the members', async () => {
    const [captain, mate] = [await world.person(), await world.person('Monitor')]
    await captain.put('/api/account/update', {
      bio: 'I lead',
      phone: '+49 30 1234',
      realName: 'Real Name',
      stdNumber: '17',
    })
    const avatar = 'ab'.repeat(32)
    await world.db.updateTable('user').set({ avatar_hash: avatar }).where('id', '=', mate.id).execute()
    const game = await insertGame(world.db)
    const division = await insertDivision(world.db, game)
    const [first, second] = [
      await insertTeam(world.db, [captain, mate], { bio: 'of us', locked: true }),
      await insertTeam(world.db, [mate]),
    ]
    await world.db.updateTable('team').set({ avatar_hash: avatar }).where('id', '=', first.id).execute()
    const later = await insertParticipation(world.db, game, second, { status: 'Rejected' })
    const earlier = await insertParticipation(world.db, game, first, {
      status: 'Pending',
      division,
      members: [mate],
    })
    const members = [
      {
        userId: captain.id,
        role: 'User',
        userName: captain.userName,
        email: captain.email,
        bio: 'I lead',
        phone: '+49 30 1234',
        realName: 'Real Name',
        stdNumber: '17',
        avatar: null,
      },
      {
        userId: mate.id,
        role: 'Monitor',
        userName: mate.userName,
        email: mate.email,
        bio: '',
        phone: null,
        realName: '',
        stdNumber: '',
        avatar: `/assets/${avatar}/avatar`,
      },
    ]
    expect((await list(game.id)).body).toStrictEqual([
      {
        id: earlier.id,
        team: {
          id: first.id,
          locked: true,
          captainId: captain.id,
          name: first.name,
          bio: 'of us',
          avatar: `/assets/${avatar}/avatar`,
          members,
        },
        registeredMembers: [mate.id],
        divisionId: division.id,
        status: 'Pending',
      },
      {
        id: later.id,
        team: {
          id: second.id,
          locked: false,
          captainId: mate.id,
          name: second.name,
          bio: null,
          avatar: null,
          members: members.slice(1),
        },
        registeredMembers: [],
        divisionId: null,
        status: 'Rejected',
      },
    ])
  })

  it('may be none', async () => {
    expect((await list((await insertGame(world.db)).id)).body).toEqual([])
  })

  it('may be two thousand with four members each', async () => {
    const game = await insertGame(world.db)
    await sql`
      with people as (
        insert into "user" (id, name, name_key, email, email_key, stamp, registered_at)
        select gen_random_uuid(), 'many' || n, 'many' || n, n || '@many.example', n || '@many.example',
          gen_random_uuid(), now()
        from generate_series(0, 7999) n returning id, substr(name, 5)::integer as n
      ), teams as (
        insert into team (name, captain_id, invite_token)
        select 'T' || n / 4, id, md5(n::text) from people where n % 4 = 0 returning id, substr(name, 2)::integer as n
      ), members as (
        insert into team_member (team_id, user_id)
        select t.id, p.id from people p join teams t on t.n = p.n / 4
      ), playing as (
        insert into participation (game_id, team_id, status, token)
        select ${game.id}, id, 'Accepted', '' from teams returning id, team_id
      )
      insert into participation_member (game_id, user_id, participation_id, joined_at)
      select ${game.id}, p.id, x.id, now()
      from people p join teams t on t.n = p.n / 4 join playing x on x.team_id = t.id
      where p.n % 4 < 2
    `.execute(world.db)
    const { status, body } = await list(game.id)
    expect([status, body.length]).toEqual([200, 2000])
    expect(body.every(({ team }) => team.members.length === 4)).toBe(true)
    expect(body.every(({ registeredMembers }) => registeredMembers.length === 2)).toBe(true)
    const ids = body.map(({ team }) => team.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(body.flatMap(({ team }) => team.members.map(({ userId }) => userId))).size).toBe(8000)
  })

  it('are for administrators, and need a game', async () => {
    const { id } = await insertGame(world.db)
    const path = `/api/game/${id}/participations`
    expect((await world.visitor().get(path)).status).toBe(401)
    expect((await (await world.person('Monitor')).get(path)).status).toBe(403)
    expect(await list(2_000_000_000)).toMatchObject({
      status: 404,
      body: { status: 404, code: 'game.notFound' },
    })
  })
})
