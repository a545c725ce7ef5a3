import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameInfo } from '@pennant/contract/game'
import { insertTeam } from '../kit/factories.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { manualCode } from '../kit/manual.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const languages = [
  { language: 'js', file: 'verify.mjs', program: process.execPath, missing: null },
  {
    language: 'python',
    file: 'verify.py',
    program: 'python3',
    missing: skipReason(
      spawnSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' }).status === 0,
      'Python with cryptography (package python3-cryptography) is not installed',
    ),
  },
]

const heading = 'Check team tokens in your own service'

type Ended = { code: number; out: string }

let world: World
let admin: Person
let folder: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  folder = await mkdtemp(join(tmpdir(), 'pennant-manual-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

const inGame = async (signedTeamText?: string) => {
  const open = await createOpenGame(world, { accept_without_review: true })
  const path = `/api/edit/games/${open.game.id}`
  const { body } = await admin.get<GameInfo>(path)
  const { status } = await admin.put(path, { ...body, signedTeamText })
  expect(status).toBe(200)
  const player = await world.person()
  const team = await insertTeam(world.db, [player])
  await player.post(open.path, { teamId: team.id })
  const details = await player.get<{ teamToken: string }>(`${open.path}/details`)
  const participation = await world.db
    .selectFrom('participation')
    .select('id')
    .where('team_id', '=', team.id)
    .executeTakeFirstOrThrow()
  return {
    team,
    token: details.body.teamToken,
    publicKey: body.publicKey,
    participationId: participation.id,
  }
}

describe.each(languages)('the program of the manual in $language', ({ language, file, program, missing }) => {
  const run = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      execFile(program, [join(folder, file), ...args], (error, out) =>
        resolve({ code: error === null ? 0 : 1, out }),
      )
    })

  it('has ten lines', async () => {
    expect((await manualCode(heading, language)).split('\n')).toHaveLength(11)
  })

  it.skipIf(missing !== null)(
    withSkipReason('tells the team of a token, whatever text is signed', missing),
    async () => {
      await writeFile(join(folder, file), await manualCode(heading, language))
      for (const text of ['PENNANT_TEAM_{id}', 'GZCTF_TEAM_{id}', 'our $& team {id}!']) {
        const { team, token, publicKey } = await inGame(text)
        expect(await run(token, publicKey, text)).toEqual({ code: 0, out: `${team.id}\n` })
      }
    },
  )

  it.skipIf(missing !== null)(withSkipReason('refuses what is no token of the game', missing), async () => {
    await writeFile(join(folder, file), await manualCode(heading, language))
    const text = 'PENNANT_TEAM_{id}'
    const { team, token, publicKey } = await inGame(text)
    const other = await inGame(text)
    const [, signature = ''] = token.split(':')
    const refused = [
      [`${other.team.id}:${signature}`, publicKey, text],
      [`{id}:${signature}`, publicKey, text],
      [token, other.publicKey, text],
      [token, publicKey, 'GZCTF_TEAM_{id}'],
      [`${team.id}:`, publicKey, text],
      ['', publicKey, text],
    ]
    for (const args of refused) expect(await run(...args), args.join(' ')).toEqual({ code: 1, out: '' })
  })
})

it.each(['Suspended', 'Rejected'] as const)('a token stays valid when its team is %s', async (status) => {
  const { token, publicKey, participationId } = await inGame()
  const changed = await admin.put(`/api/admin/participation/${participationId}`, { status })
  expect(changed.status).toBe(200)
  const answer = await world.visitor().post('/api/team/verify', { teamToken: token, publicKey })
  expect(answer.status).toBe(200)
})
