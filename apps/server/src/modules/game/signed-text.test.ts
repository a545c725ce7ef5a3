import type { GameInfo } from '@pennant/contract/game'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { insertGame, insertTeam } from '../../../../../tests/kit/factories.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { createVault } from '../../core/setting/vault.ts'
import { testSecret } from '../../../../../tests/kit/game-key.ts'
import { teamTokens } from '../participation/team-token.ts'
import { inCluster } from '../../../../../tests/kit/cluster.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const pathOf = ({ id }: { id: number }): string => `/api/edit/games/${id}`
const gameOf = async (game: { id: number }): Promise<GameInfo> =>
  (await admin.get<GameInfo>(pathOf(game))).body
const change = async (game: { id: number }, changes: Record<string, unknown>) => {
  const { signedTeamText: _left, ...known } = await gameOf(game)
  return admin.put<GameInfo & { field: string; title: string }>(pathOf(game), { ...known, ...changes })
}
const revisionOf = async ({ id }: { id: number }): Promise<number> =>
  (
    await world.db
      .selectFrom('game_ledger')
      .select('revision')
      .where('game_id', '=', id)
      .executeTakeFirstOrThrow()
  ).revision
const storedTokens = async ({ id }: { id: number }): Promise<string[]> =>
  (
    await world.db
      .selectFrom('participation')
      .select('token')
      .where('game_id', '=', id)
      .orderBy('team_id')
      .execute()
  ).map(({ token }) => token)
const expectedToken = (game: OpenGame['game'], teamId: number, text: string | null): string =>
  teamTokens({ seed: createVault(testSecret).unlock(game.private_key), text })(teamId)
const shownToken = async (player: Person, game: { id: number }): Promise<string> =>
  (await player.get<{ teamToken: string }>(`/api/game/${game.id}/details`)).body.teamToken
const verdict = async (game: { public_key: string }, teamToken: string): Promise<number> =>
  (await world.visitor().post('/api/team/verify', { teamToken, publicKey: game.public_key })).status

const joined = async (options: Parameters<typeof createOpenGame>[1] = {}) => {
  const open = await createOpenGame(world, { accept_without_review: true, ...options })
  const player = await world.person()
  const team = await insertTeam(world.db, [player])
  expect((await player.post(open.path, { teamId: team.id })).status).toBe(200)
  return { open, game: open.game, player, team }
}

const compatible = 'GZCTF_TEAM_{id}'

describe('a game that sets no signed text', () => {
  it('signs and tells what it always did', async () => {
    const { game, player, team } = await joined()
    const token = expectedToken(game, team.id, 'PENNANT_TEAM_{id}')
    expect(await storedTokens(game)).toEqual([token])
    expect(await shownToken(player, game)).toBe(token)
    expect(await verdict(game, token)).toBe(200)
    expect(await gameOf(game)).not.toHaveProperty('signedTeamText')
  })

  it('keeps its tokens through an edit that sends the default, or null', async () => {
    const { game } = await joined()
    const before = await storedTokens(game)
    for (const signedTeamText of ['PENNANT_TEAM_{id}', null]) {
      const answer = await change(game, { signedTeamText })
      expect(answer.status).toBe(200)
      expect(answer.body).not.toHaveProperty('signedTeamText')
    }
    expect(await storedTokens(game)).toEqual(before)
  })
})

describe('another signed text', () => {
  it('is signed for the teams that are in the game already, and shown to them', async () => {
    const { open, game, player, team } = await joined()
    const other = await open.team()
    const before = await shownToken(player, game)
    const answer = await change(game, { signedTeamText: compatible })
    expect(answer.body.signedTeamText).toBe(compatible)
    expect((await gameOf(game)).signedTeamText).toBe(compatible)
    const token = expectedToken(game, team.id, compatible)
    await expect.poll(() => shownToken(player, game), patient).toBe(token)
    expect(await storedTokens(game)).toEqual([token, expectedToken(game, other.team.id, compatible)])
    expect(await verdict(game, token)).toBe(200)
    expect(await verdict(game, before)).toBe(401)
  })

  it('is signed for teams that join later', async () => {
    const open = await createOpenGame(world, { accept_without_review: true })
    await change(open.game, { signedTeamText: 'our team {id}' })
    const player = await world.person()
    const team = await insertTeam(world.db, [player])
    await player.post(open.path, { teamId: team.id })
    const token = expectedToken(open.game, team.id, 'our team {id}')
    expect(await shownToken(player, open.game)).toBe(token)
    expect(await verdict(open.game, token)).toBe(200)
  })

  it('stays when an edit leaves it out, and is the default again with null', async () => {
    const { game, team } = await joined()
    const first = await storedTokens(game)
    await change(game, { signedTeamText: compatible })
    const second = await storedTokens(game)
    const kept = await change(game, { title: 'Renamed' })
    expect(kept.body.signedTeamText).toBe(compatible)
    expect(await storedTokens(game)).toEqual(second)
    await change(game, { signedTeamText: null })
    expect(await storedTokens(game)).toEqual(first)
    expect(await verdict(game, expectedToken(game, team.id, null))).toBe(200)
  })

  it('changes the tokens of no other game', async () => {
    const [one, other] = [await joined(), await joined()]
    const before = await storedTokens(other.game)
    await change(one.game, { signedTeamText: compatible })
    expect(await storedTokens(other.game)).toEqual(before)
    expect(await verdict(other.game, before[0] ?? '')).toBe(200)
    expect(await verdict(one.game, before[0] ?? '')).toBe(401)
  })

  it('can be set with a new game, and changes the tag of the game', async () => {
    const made = await admin.post<GameInfo>('/api/edit/games', { title: 'New', signedTeamText: compatible })
    expect(made.body.signedTeamText).toBe(compatible)
    const tag = made.headers.get('etag')
    expect(tag).not.toBeNull()
    const { headers } = await change(made.body, { signedTeamText: 'x{id}' })
    expect(headers.get('etag')).not.toBe(tag)
    const body = { ...made.body, signedTeamText: null }
    const late = await admin.call('PUT', pathOf(made.body), { body, headers: { 'if-match': tag ?? '' } })
    expect(late.status).toBe(412)
  })

  it('renews every token of a crowded game', async () => {
    const game = await insertGame(world.db)
    const rows = await world.db
      .insertInto('team')
      .values(
        Array.from({ length: 1_203 }, (_, at) => ({
          name: `crowd ${at}`,
          captain_id: admin.id,
          invite_token: at.toString(16).padStart(32, '0'),
        })),
      )
      .returning('id')
      .execute()
    await world.db
      .insertInto('participation')
      .values(
        rows.map(({ id }) => ({ game_id: game.id, team_id: id, status: 'Accepted' as const, token: 'old' })),
      )
      .execute()
    await change(game, { signedTeamText: compatible })
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(await storedTokens(game)).toEqual(ids.map((id) => expectedToken(game, id, compatible)))
  })

  it('leaves no token behind of a team that joins at the same time', async () => {
    const open = await createOpenGame(world, { accept_without_review: true })
    const comers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const player = await world.person()
        return { player, team: await insertTeam(world.db, [player]) }
      }),
    )
    const answers = await Promise.all([
      ...comers.slice(0, 4).map(({ player, team }) => player.post(open.path, { teamId: team.id })),
      change(open.game, { signedTeamText: compatible }),
      ...comers.slice(4).map(({ player, team }) => player.post(open.path, { teamId: team.id })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
    const ids = comers.map(({ team }) => team.id).toSorted((a, b) => a - b)
    expect(await storedTokens(open.game)).toEqual(ids.map((id) => expectedToken(open.game, id, compatible)))
  })

  it.each([
    '',
    'TEAM',
    'TEAM_{ID}',
    '{id}{id}',
    ' {id}',
    'TEAM_{id}\n',
    'TEAM_\u202e{id}',
    'ÉQUIPE_{id}',
    `${'x'.repeat(61)}{id}`,
  ])('is refused as %j, and everything stays', async (signedTeamText) => {
    const { game } = await joined({ title: 'Before' })
    const before = await storedTokens(game)
    const revision = await revisionOf(game)
    const { status, body } = await change(game, { title: 'After', signedTeamText })
    expect(status).toBe(400)
    expect(body.field).toBe('signedTeamText')
    expect(body.title).toContain('Signed text')
    expect(await gameOf(game)).toMatchObject({ title: 'Before' })
    expect(await storedTokens(game)).toEqual(before)
    expect(await revisionOf(game)).toBe(revision)
    const count = async () => (await world.db.selectFrom('game').select('id').execute()).length
    const games = await count()
    expect((await admin.post('/api/edit/games', { title: 'New', signedTeamText })).status).toBe(400)
    expect(await count()).toBe(games)
  })

  it('is for administrators alone', async () => {
    const { game, player } = await joined()
    const before = await storedTokens(game)
    const body = { title: 'Mine', signedTeamText: compatible }
    const monitor = await world.person('Monitor')
    for (const person of [player, monitor]) expect((await person.put(pathOf(game), body)).status).toBe(403)
    expect(await storedTokens(game)).toEqual(before)
  })

  it('is logged with how many tokens are renewed', async () => {
    const { game } = await joined()
    await change(game, { signedTeamText: compatible })
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: `Game ${game.id} signs ${compatible}, team tokens renewed: 1`,
        name: admin.userName,
      }),
    )
  })
})

inCluster(() =>
  describe('two processes', () => {
    it('show and verify the same tokens, whichever of them the text is changed in', async () => {
      const there = await world.another()
      try {
        const { game, player, team } = await joined()
        const moved = there.visitor()
        moved.setCookie(player.cookie() ?? '')
        const shownThere = async (): Promise<string> =>
          (await moved.get<{ teamToken: string }>(`/api/game/${game.id}/details`)).body.teamToken
        const old = await shownThere()
        await change(game, { signedTeamText: compatible })
        const token = expectedToken(game, team.id, compatible)
        await expect.poll(shownThere, patient).toBe(token)
        const verdictThere = async (teamToken: string): Promise<number> =>
          (await there.visitor().post('/api/team/verify', { teamToken, publicKey: game.public_key })).status
        expect(await verdictThere(token)).toBe(200)
        expect(await verdictThere(old)).toBe(401)
      } finally {
        await there.close()
      }
    })
  }),
)
