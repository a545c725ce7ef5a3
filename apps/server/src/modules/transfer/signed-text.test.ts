import type { GameInfo } from '@pennant/contract/game'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertGame, insertTeam } from '../../../../../tests/kit/factories.ts'
import {
  exportPackage,
  foreignGame,
  foreignManifest,
  importPackage,
  packageOf,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const day = 86_400_000
const compatible = 'GZCTF_TEAM_{id}'
const imports = (format: string, game: object = {}) =>
  importPackage(
    admin,
    packageOf({ manifest: { ...foreignManifest, format }, game: { ...foreignGame, ...game } }),
  )
const textOf = async (id: number): Promise<string | undefined> =>
  (await admin.get<GameInfo>(`/api/edit/games/${id}`)).body.signedTeamText

describe('the signed text of an imported game', () => {
  it.each(['OTHER-GAME', 'other-game', 'PENNANTS-GAME', 'GZCTF-GAME'])(
    'is that of the compatible platform when the package is a %s',
    async (format) => {
      expect(await textOf((await imports(format)).body)).toBe(compatible)
    },
  )

  it.each(['PENNANT-GAME', 'Pennant-Game'])('is the default when the package is a %s', async (format) => {
    expect(await textOf((await imports(format)).body)).toBeUndefined()
  })

  it('is the one that the package names', async () => {
    for (const format of ['PENNANT-GAME', 'OTHER-GAME']) {
      expect(await textOf((await imports(format, { signedTeamText: 'x {id}' })).body)).toBe('x {id}')
      const { body } = await imports(format, { signedTeamText: 'PENNANT_TEAM_{id}' })
      expect(await textOf(body)).toBeUndefined()
    }
  })

  it.each(['', 'TEAM', '{id}{id}', 'É{id}', `${'x'.repeat(61)}{id}`, 7])(
    'is refused as %j, and no game is made',
    async (signedTeamText) => {
      const count = async () => (await world.db.selectFrom('game').select('id').execute()).length
      const before = await count()
      const { status, text } = await imports('PENNANT-GAME', { signedTeamText })
      expect(status).toBe(400)
      expect(text).toContain('game.json: signedTeamText')
      expect(await count()).toBe(before)
    },
  )

  it('signs the tokens of the teams that join it', async () => {
    const { body: id } = await imports('OTHER-GAME')
    const game = (await admin.get<GameInfo>(`/api/edit/games/${id}`)).body
    const times = { start: world.clock.now() - day, end: world.clock.now() + day, divisions: [] }
    await admin.put(`/api/edit/games/${id}`, { ...game, ...times, hidden: false })
    for (const { id: division } of (await admin.get<{ id: number }[]>(`/api/edit/games/${id}/divisions`))
      .body)
      await admin.delete(`/api/edit/games/${id}/divisions/${division}`)
    const player = await world.person()
    const team = await insertTeam(world.db, [player])
    const joined = await player.post(`/api/game/${id}`, { teamId: team.id })
    expect(joined.status, joined.text).toBe(200)
    const { body } = await player.get<{ teamToken: string }>(`/api/game/${id}/details`)
    const verify = (publicKey: string) =>
      world.visitor().post('/api/team/verify', { teamToken: body.teamToken, publicKey })
    expect((await verify(game.publicKey)).status).toBe(200)
    await admin.put(`/api/edit/games/${id}`, { ...game, ...times, signedTeamText: null })
    expect((await verify(game.publicKey)).status).toBe(401)
  })
})

describe('the signed text of a game that leaves', () => {
  it('is in the package where it is not the default, and comes back with it', async () => {
    const game = await insertGame(world.db, { signed_team_text: 'ours {id}' })
    const exported = await exportPackage(admin, game.id)
    expect(exported.game.signedTeamText).toBe('ours {id}')
    const { body } = await importPackage(admin, new Uint8Array(exported.bytes))
    expect(await textOf(body)).toBe('ours {id}')
  })

  it.each(['GZCTF-GAME', 'PENNANT-GAME'] as const)('comes back with a %s of ours', async (format) => {
    for (const signed_team_text of [null, compatible, 'ours {id}']) {
      const game = await insertGame(world.db, { signed_team_text })
      const { bytes } = await exportPackage(admin, game.id, format)
      const { body } = await importPackage(admin, new Uint8Array(bytes))
      expect(await textOf(body)).toBe(signed_team_text ?? undefined)
    }
  })

  it('is not in the package where it is the default', async () => {
    const { game } = await exportPackage(admin, (await insertGame(world.db)).id)
    expect(game).not.toHaveProperty('signedTeamText')
  })

  it.each([null, 'ours {id}'])('is kept as %j by a copy', async (signed_team_text) => {
    const game = await insertGame(world.db, { signed_team_text })
    const options = { title: 'Again', start: world.clock.now(), end: world.clock.now() + day }
    const { body } = await admin.post<number>(`/api/edit/games/${game.id}/copy`, options)
    expect(await textOf(body)).toBe(signed_team_text ?? undefined)
  })
})
