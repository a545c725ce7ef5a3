import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../../tests/kit/client.ts'
import { insertGame, insertParticipation, insertTeam } from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

describe('two processes', () => {
  let here: World
  let there: World
  let admin: Person
  let first: Person
  let second: Person
  let people: Person[]
  beforeAll(async () => {
    here = await createWorld()
    there = await here.another()
    admin = await here.person('Admin')
    first = await here.person()
    second = await here.person()
    const others = await Promise.all(Array.from({ length: 10 }, () => here.person()))
    people = [first, second, ...others]
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const moved = (person: Person): Client => {
    const client = there.visitor()
    client.setCookie(person.cookie() ?? '')
    return client
  }
  const join = (by: Client, game: { id: number }, team: { id: number }) =>
    by.post(`/api/game/${game.id}`, { teamId: team.id })
  const registrationsIn = (game: { id: number }) =>
    here.db.selectFrom('participation_member').select('user_id').where('game_id', '=', game.id).execute()

  it('let no more members of a team join than the game allows', async () => {
    const game = await insertGame(here.db, { team_member_count_limit: 3 })
    const team = await insertTeam(here.db, people)
    const answers = await Promise.all(
      people.map((person, index) => join(index % 2 === 0 ? person : moved(person), game, team)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
    expect(await registrationsIn(game)).toHaveLength(3)
  })

  it('let nobody join twice', async () => {
    for (let round = 0; round < 8; round++) {
      const game = await insertGame(here.db)
      const teams = [await insertTeam(here.db, [first]), await insertTeam(here.db, [first])] as const
      const answers = await Promise.all([join(first, game, teams[0]), join(moved(first), game, teams[1])])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
      expect(await registrationsIn(game)).toHaveLength(1)
    }
  })

  it('agree whether somebody has left before being accepted', async () => {
    for (let round = 0; round < 8; round++) {
      const game = await insertGame(here.db)
      const team = await insertTeam(here.db, [first])
      const { id } = await insertParticipation(here.db, game, team, { status: 'Pending', members: [first] })
      const [left, accepted] = await Promise.all([
        moved(first).delete(`/api/game/${game.id}`),
        admin.put(`/api/admin/participation/${id}`, { status: 'Accepted' }),
      ])
      expect([
        [200, 404],
        [400, 200],
      ]).toContainEqual([left.status, accepted.status])
    }
  })

  it('know who has joined at the other one', async () => {
    const game = await insertGame(here.db, { accept_without_review: true })
    const team = await insertTeam(here.db, [first, second])
    const plays = async (by: Client) => (await by.get(`/api/game/${game.id}/writeup`)).status
    expect(await plays(moved(first))).toBe(400)
    expect((await join(first, game, team)).status).toBe(200)
    await expect.poll(() => plays(moved(first))).toBe(200)
    const decided = await here.db
      .selectFrom('participation')
      .select('id')
      .where('game_id', '=', game.id)
      .executeTakeFirstOrThrow()
    await admin.put(`/api/admin/participation/${decided.id}`, { status: 'Suspended' })
    await expect.poll(() => plays(moved(first))).toBe(400)
  })

  it('keep one write-up of a team that hands in two at once', async () => {
    const game = await insertGame(here.db, { writeup_required: true })
    const team = await insertTeam(here.db, [first, second])
    await insertParticipation(here.db, game, team, { members: [first, second] })
    const bytes = (text: string) => new TextEncoder().encode(`%PDF-1.7 ${text}`)
    const handIn = (by: Client, text: string) =>
      by.upload('POST', `/api/game/${game.id}/writeup`, 'file', [
        { name: 'w.pdf', type: 'application/pdf', bytes: bytes(text) },
      ])
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        handIn(index % 2 === 0 ? first : moved(second), `version ${index}`),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const files = await here.db.selectFrom('file').select(['hash', 'refs']).execute()
    const { writeup_hash } = await here.db
      .selectFrom('participation')
      .select('writeup_hash')
      .where('game_id', '=', game.id)
      .executeTakeFirstOrThrow()
    expect(files).toEqual([{ hash: writeup_hash, refs: 1 }])
  })
})
