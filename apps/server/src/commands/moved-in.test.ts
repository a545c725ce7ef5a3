import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { challengeSalt, teamHash } from '@pennant/rules/flag/team-hash'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import { refusalsOf } from '../../../../tests/kit/compatible-importer.ts'
import { readFixture } from '../../../../tests/kit/compatible-installation.ts'
import { downloadAs } from '../../../../tests/kit/download.ts'
import { createMovedIn, type MovedIn } from '../../../../tests/kit/moved-in.ts'
import { exportPackage } from '../../../../tests/kit/package.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { readWorkbook } from '../../../../tests/kit/workbook.ts'
import { createWorld } from '../../../../tests/kit/world.ts'
import { isGenuine, readSignedToken } from '../modules/team/signature.ts'

let here: MovedIn
beforeAll(async () => {
  here = await createMovedIn()
})
afterAll(() => here.close())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const usersIn = async ({ db }: TestDatabase): Promise<number> =>
  (await db.selectFrom('user').select('id').execute()).length

// Members are in the order of rows, and teams with equal points and times, too.
const sheetOf = ({ name, rows }: ReturnType<typeof readWorkbook>) => ({
  name,
  rows: rows
    .map((row) => row.map((cell) => String(cell).split(' / ').toSorted().join(' / ')).join(' | '))
    .toSorted(),
})

describe('an installation that was moved in', () => {
  it('lets everyone in by the password they have, twice, with our hash from then on', async () => {
    const users = await readFixture<{ userName: string; status: number }[]>('expected/logins.json')
    const expected = [...users, { userName: 'Admin', status: 200 }]
    expect(expected).toHaveLength(34)
    for (const times of [1, 2])
      for (const { userName, status } of expected) {
        const password = here.passwords[userName]
        const answer = await here.world.visitor().post('/api/account/login', { userName, password })
        expect([times, userName, answer.status]).toEqual([times, userName, status])
      }
    const hashes = await here.ours.db.selectFrom('user').select(['name', 'password_hash']).execute()
    const older = hashes.filter(({ password_hash: hash }) => hash?.startsWith('$argon2id$') !== true)
    expect(older).toEqual([])
  })

  it('writes the same sheets, cell by cell', async () => {
    const admin = await here.as('Admin')
    for (const game of ['a', 'b'])
      for (const kind of ['scoreboard', 'submission']) {
        const id = game === 'a' ? 1 : 2
        const { bytes } = await downloadAs(admin, `/api/game/${id}/${kind}sheet`)
        const name = kind === 'scoreboard' ? 'scoreboard.xlsx' : 'submissions.xlsx'
        const there = readWorkbook(await readFile(join(fixture, 'expected', `game-${game}`, name)))
        expect(sheetOf(readWorkbook(bytes)), `game-${game}/${name}`).toEqual(sheetOf(there))
      }
  })

  it('keeps every team token, which the public key of its game verifies', async () => {
    const rows = await here.ours.db
      .selectFrom('participation as p')
      .innerJoin('game as g', 'g.id', 'p.game_id')
      .select(['p.token', 'g.public_key', 'g.signed_team_text'])
      .execute()
    expect(rows).toHaveLength(19)
    for (const { token, public_key, signed_team_text: text } of rows) {
      const signed = readSignedToken(token, public_key)
      expect(signed !== null && isGenuine(signed, text)).toBe(true)
    }
    const given =
      await readFixture<{ gameId: number; teamId: number; teamToken: string }[]>('expected/team-tokens.json')
    for (const { teamToken } of given) expect(rows.map(({ token }) => token)).toContain(teamToken)
  })

  it('makes the same flags with hashes of teams', async () => {
    const rows = await here.ours.db
      .selectFrom('game_instance as i')
      .innerJoin('game as g', 'g.id', 'i.game_id')
      .innerJoin('participation as p', 'p.id', 'i.participation_id')
      .innerJoin('challenge as c', 'c.id', 'i.challenge_id')
      .select(['i.flag', 'i.challenge_id', 'g.hash_salt', 'p.token', 'c.flag_template'])
      .where('c.flag_template', 'like', '%[TEAM_HASH]%')
      .where('i.flag', 'is not', null)
      .execute()
    expect(rows).toHaveLength(10)
    for (const { flag, challenge_id: id, hash_salt: salt, token, flag_template: template } of rows)
      expect(flag).toBe(
        template?.replace('[TEAM_HASH]', teamHash(sha256, challengeSalt(sha256, salt, id), token)),
      )
  })

  it('is refused a second time, and while a server runs', async () => {
    const again = await here.moveIn()
    expect([again.exit, again.stderr]).toEqual([4, expect.stringContaining("isn't empty")])
    const free = await createTestDatabase()
    const other = await createWorld({ database: free })
    onTestFinished(() => other.close())
    const running = await here.moveIn(['--yes'], free)
    expect([running.exit, running.stderr]).toEqual([4, expect.stringContaining('server runs')])
    expect(await usersIn(free)).toBe(0)
  })

  it('replaces what a server wrote at its first start', async () => {
    const begun = await createTestDatabase()
    const first = await createWorld({ database: { ...begun, drop: async () => undefined } })
    await first.close()
    onTestFinished(() => begun.drop())
    const before = await begun.db.selectFrom('post').select('title').execute()
    expect(before).toEqual([{ title: 'Welcome' }])
    expect((await here.moveIn(['--yes'], begun)).exit).toBe(3)
    expect(await begun.db.selectFrom('post').select('title').execute()).toHaveLength(4)
  })

  it('asks before it writes, and writes nothing in a dry run', async () => {
    const free = await createTestDatabase()
    onTestFinished(() => free.drop())
    const unasked = await here.moveIn([], free)
    expect([unasked.exit, unasked.stderr]).toEqual([4, expect.stringContaining('--yes')])
    const dry = await here.moveIn(['--dry-run'], free)
    expect([dry.exit, dry.stdout]).toEqual([3, expect.stringContaining('Nothing was written.')])
    expect(await usersIn(free)).toBe(0)
  })

  it('goes back as packages that the other platform takes, also after a game was played on and frozen', async () => {
    const player = await here.as('walter')
    const sent = await player.post('/api/game/2/challenges/17', { flag: 'flag{not this one}' })
    expect(sent.status).toBe(200)
    const admin = await here.as('Admin')
    const { body: game } = await admin.get<object>('/api/edit/games/2')
    const freezeAt = here.world.clock.now() + 3_600_000
    expect((await admin.put('/api/edit/games/2', { ...game, freezeAt })).status).toBe(200)
    for (const id of [1, 2, 3]) {
      const exported = await exportPackage(admin, id)
      expect(exported.manifest.format).toBe('GZCTF-GAME')
      expect(refusalsOf(exported)).toEqual([])
    }
    const { manifest } = await exportPackage(admin, 1)
    expect(manifest.statistics).toMatchObject({ challengeCount: 13, divisionCount: 4 })
  })
})
