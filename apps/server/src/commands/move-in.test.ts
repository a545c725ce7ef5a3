import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { challengeSalt, teamHash } from '@pennant/rules/flag/team-hash'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Client } from '../../../../tests/kit/client.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import {
  type CompatibleDatabase,
  createCompatibleDatabase,
  type Difference,
  differences,
  type Expected,
  readFixture,
} from '../../../../tests/kit/compatible-installation.ts'
import { refusalsOf } from '../../../../tests/kit/compatible-importer.ts'
import { exportPackage } from '../../../../tests/kit/package.ts'
import { exceptions } from '../../../../tests/kit/compatible-exceptions.ts'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { downloadAs } from '../../../../tests/kit/download.ts'
import { readWorkbook } from '../../../../tests/kit/workbook.ts'
import { createWorld, type World } from '../../../../tests/kit/world.ts'
import { isGenuine, readSignedToken } from '../modules/team/signature.ts'
import type { Written } from './run-verb.ts'

let theirs: CompatibleDatabase
let ours: TestDatabase
let folder: string
let storage: string
let moved: Written & { said: string }
let world: World
let passwords: Readonly<Record<string, string>>

const moveIn = (more: readonly string[] = ['--yes'], database = ours) =>
  runCommand({ database }, ['move-in', ...theirs.flags, ...more], {
    env: { ...theirs.env, PENNANT_CONNECTION_STRINGS__STORAGE: storage },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-move-in-'))
  storage = `disk://path=${join(folder, 'files')}`
  passwords = await readFixture('passwords.json')
  ;[theirs, ours] = await Promise.all([createCompatibleDatabase(), createTestDatabase()])
  moved = await moveIn()
  world = await createWorld({ database: ours, settings: { CONNECTION_STRINGS__STORAGE: storage } })
})
afterAll(async () => {
  await world.close()
  await theirs.drop()
  await rm(folder, { recursive: true, force: true })
})

// Of copied flags, which have no key and come in the order of rows.
const inOrder = (answer: unknown): unknown =>
  Array.isArray(answer) &&
  answer.every((one) => typeof one === 'object' && one !== null && 'ownedTeam' in one)
    ? (answer as { submission: { time: number } }[]).toSorted((a, b) => a.submission.time - b.submission.time)
    : answer

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

describe('moving in', () => {
  it('says what was carried, and what was not', () => {
    expect([moved.exit, moved.stderr]).toEqual([3, ''])
    expect(moved.stdout).toContain('AspNetUsers: 34 read, 34 carried')
  })

  it('lets everyone in by the password they have, twice, with our hash from then on', async () => {
    const users = await readFixture<{ userName: string; status: number }[]>('expected/logins.json')
    const expected = [...users, { userName: 'Admin', status: 200 }]
    expect(expected).toHaveLength(34)
    for (const times of [1, 2])
      for (const { userName, status } of expected) {
        const password = passwords[userName]
        const answer = await world.visitor().post('/api/account/login', { userName, password })
        expect([times, userName, answer.status]).toEqual([times, userName, status])
      }
    const hashes = await ours.db.selectFrom('user').select(['name', 'password_hash']).execute()
    const older = hashes.filter(({ password_hash: hash }) => hash?.startsWith('$argon2id$') !== true)
    expect(older).toEqual([])
  })

  it('answers as the other platform did, but for these members', async () => {
    const clients = new Map<string, Client>()
    const as = async (name: string): Promise<Client> => {
      const known = clients.get(name)
      if (known !== undefined) return known
      const client = world.visitor()
      if (passwords[name] !== undefined)
        await client.post('/api/account/login', { userName: name, password: passwords[name] })
      clients.set(name, client)
      return client
    }
    const found: Difference[] = []
    for (const one of await readFixture<Expected[]>('expected/index.json')) {
      if (one.status === 0) continue
      const answer = await (await as(one.by)).get(one.path)
      const bytes = await readFile(join(fixture, 'expected', one.file))
      found.push(...differences(one.file, one.status, answer.status, '(status)'))
      if (one.type.startsWith('application/json') && one.status === answer.status)
        found.push(
          ...differences(one.file, inOrder(JSON.parse(bytes.toString('utf8'))), inOrder(answer.body)),
        )
    }
    const isCovered = ({ file, at }: Difference, { file: files, at: members }: (typeof exceptions)[number]) =>
      files.test(file) && members.test(at)
    expect(found.filter((one) => !exceptions.some((exception) => isCovered(one, exception)))).toEqual([])
    const idle = exceptions.filter((exception) => !found.some((one) => isCovered(one, exception)))
    expect(idle.map(({ why }) => why)).toEqual([])
    console.log(exceptions.map(({ file, at, why }) => `${file.source} ${at.source}: ${why}`).join('\n'))
  })

  it('writes the same sheets, cell by cell', async () => {
    const admin = world.visitor()
    await admin.post('/api/account/login', { userName: 'Admin', password: passwords['Admin'] })
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
    const rows = await ours.db
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
    const rows = await ours.db
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
    const again = await moveIn()
    expect([again.exit, again.stderr]).toEqual([4, expect.stringContaining("isn't empty")])
    const free = await createTestDatabase()
    const other = await createWorld({ database: free })
    onTestFinished(() => other.close())
    const running = await moveIn(['--yes'], free)
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
    expect((await moveIn(['--yes'], begun)).exit).toBe(3)
    expect(await begun.db.selectFrom('post').select('title').execute()).toHaveLength(4)
  })

  it('asks before it writes, and writes nothing in a dry run', async () => {
    const free = await createTestDatabase()
    onTestFinished(() => free.drop())
    const unasked = await moveIn([], free)
    expect([unasked.exit, unasked.stderr]).toEqual([4, expect.stringContaining('--yes')])
    const dry = await moveIn(['--dry-run'], free)
    expect([dry.exit, dry.stdout]).toEqual([3, expect.stringContaining('Nothing was written.')])
    expect(await usersIn(free)).toBe(0)
  })

  it('goes back as packages that the other platform takes, also after a game was played on and frozen', async () => {
    const as = async (userName: string): Promise<Client> => {
      const client = world.visitor()
      await client.post('/api/account/login', { userName, password: passwords[userName] })
      return client
    }
    const player = await as('walter')
    const sent = await player.post('/api/game/2/challenges/17', { flag: 'flag{not this one}' })
    expect(sent.status).toBe(200)
    const admin = await as('Admin')
    const { body: game } = await admin.get<object>('/api/edit/games/2')
    const freezeAt = world.clock.now() + 3_600_000
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
