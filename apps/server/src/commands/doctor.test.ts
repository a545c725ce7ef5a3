import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../../../../tests/kit/cli-document.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import { insertGame } from '../../../../tests/kit/factories.ts'
import { type FakeSmtp, startFakeSmtp } from '../../../../tests/kit/fake-smtp.ts'
import { manualPage } from '../../../../tests/kit/manual.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { migrations } from '../adapters/sql/migrations/index.ts'
import { withFindings } from './doctor-manual.ts'

let database: TestDatabase
let folder: string
let smtp: FakeSmtp
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'pennant-doctor-'))
  smtp = await startFakeSmtp()
})
afterAll(async () => {
  await database.drop()
  await smtp.close()
  await rm(folder, { recursive: true })
})

const doctor = async (args: readonly string[], more: Record<string, string> = {}) => {
  const env = { PENNANT_DATA_DIR: folder, PENNANT_CONTAINER_PROVIDER__TYPE: 'None', ...more }
  const written = await runCommand({ database }, ['doctor', ...args, '--json'], { env })
  const { findings, ...document } = readDocument(written.stdout)
  return { ...written, ...document, codes: findings.map(({ code }) => code) }
}
const mailed = (): Record<string, string> => ({
  PENNANT_EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@localhost',
  PENNANT_EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
  PENNANT_EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
  PENNANT_EMAIL_CONFIG__SMTP__SECURE: 'none',
})

it('the manual lists every finding as the program has it', async () => {
  const page = await manualPage('operator/doctor.md')
  // Fix it with `node tools/manual.mjs`.
  expect(withFindings(page)).toBe(page)
})

describe('the doctor', () => {
  it('is green with notes alone, red with a remedy for each, and yellow between', async () => {
    const green = await doctor(['--only', 'instances'])
    expect([green.exit, green.codes, green.result]).toEqual([
      ...[0, ['provider.missing'], { red: 0, yellow: 0, notes: 1 }],
    ])
    const red = await doctor(['--only', 'backup'])
    expect([red.exit, red.codes]).toEqual([1, ['backup.never']])
    const yellow = await doctor(['--only', 'safety'], { PENNANT_SECRET_KEY: 'x'.repeat(32) })
    expect([yellow.exit, yellow.codes]).toEqual([3, ['admins.single']])
    expect((await doctor(['--only', 'safety', '--strict'])).exit).toBe(1)
  })

  it('says in words what it found, once', async () => {
    const env = { PENNANT_DATA_DIR: folder, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' }
    const { exit, stdout, stderr } = await runCommand({ database }, ['doctor', '--only', 'backup'], { env })
    expect([exit, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(
      /^RED {5}backup: No backup recorded\n {8}Run `pennant backup create`.*\nRed: .*\n$/,
    )
  })

  it('finds a provider that is away, a game that is unknown, and images of files that are missing', async () => {
    const docker = {
      PENNANT_CONTAINER_PROVIDER__TYPE: 'Docker',
      PENNANT_CONTAINER_PROVIDER__DOCKER_CONFIG__URI: `unix://${folder}/docker.sock`,
    }
    expect((await doctor(['--only', 'instances'], docker)).codes).toEqual(['provider.broken'])
    expect((await doctor(['--only', 'game', '--game', '4711'])).codes).toEqual(['game.unknown'])
    expect((await doctor(['--only', 'storage'])).codes).toContain('storage.broken')
  })

  it('finds the file of a secret that other accounts can read', async () => {
    const open = join(folder, 'open')
    await mkdir(open)
    await chmod(folder, 0o711)
    onTestFinished(() => chmod(folder, 0o700))
    const file = join(open, 'password')
    await writeFile(file, 'x'.repeat(32))
    const found = async (mode: number, ofFolder: number) => {
      await chmod(file, mode)
      await chmod(open, ofFolder)
      return (await doctor(['--only', 'safety'], { PENNANT_ADMIN_PASSWORD_FILE: file })).codes
    }
    expect(await found(0o644, 0o755)).toEqual(['admins.single', 'safety.secretFile'])
    expect(await found(0o640, 0o755)).toEqual(['admins.single'])
    expect(await found(0o644, 0o750)).toEqual(['admins.single'])
  })

  it('says why a game can not be played', async () => {
    const at = (ms: number) => new Date(Date.now() + ms)
    const times = { start_at: at(1_000_000), end_at: at(2_000_000), freeze_at: at(3_000_000) }
    const { id } = await insertGame(database.db, { title: 'Empty', ...times })
    const { stdout } = await doctor(['--only', 'game', '--game', String(id)])
    expect(
      readDocument(stdout)
        .findings.map(({ message }) => message)
        .toSorted(),
    ).toEqual([
      'No rehearsal shows that the installation holds this game: none in 14 days',
      "The game can't be played yet: no challenge is enabled",
      'The times of the game are not in order: the scoreboard freezes outside of it',
    ])
  })

  it('sends an email on request, and only then', async () => {
    expect((await doctor(['--only', 'email'], mailed())).codes).not.toContain('mail.refused')
    expect(smtp.mails).toEqual([])
    const sent = await doctor(['--only', 'email', '--mail', 'ada@ctf.example'], mailed())
    expect(sent.codes).not.toContain('mail.sent')
    expect(smtp.mails.map(({ to }) => to)).toEqual([['ada@ctf.example']])
    smtp.judge(() => ({ code: 550, text: 'not you' }))
    expect((await doctor(['--only', 'email', '--mail', 'ada@ctf.example'], mailed())).codes).toContain(
      'mail.sent',
    )
  })

  it('finds a schema of another version, and names what sets it apart', async () => {
    const [last = ''] = Object.keys(migrations).slice(-1)
    for (const [change, found] of [
      [
        sql`insert into kysely_migration (name, timestamp) values ('9999-next', '')`,
        ['error', 'schema.newer', 'A newer version has changed the database: 9999-next'],
      ],
      [
        sql`delete from kysely_migration where name = ${last}`,
        ['warning', 'schema.pending', `The database lacks: ${last}`],
      ],
    ] as const) {
      const other = await createTestDatabase()
      onTestFinished(other.drop)
      await change.execute(other.db)
      const env = { PENNANT_DATA_DIR: folder, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' }
      const { stdout } = await runCommand({ database: other }, ['doctor', '--only', 'database', '--json'], {
        env,
      })
      const [first] = readDocument(stdout).findings
      expect([first?.level, first?.code, first?.message]).toEqual(found)
    }
  })

  it('looks at the rest when the database is away, and ends with 5', async () => {
    const nowhere = { address: { url: 'postgresql://nobody:hunter2@127.0.0.1:1/none' } } as TestDatabase
    const env = { PENNANT_DATA_DIR: folder }
    const { exit, stdout } = await runCommand(
      { database: nowhere },
      ['doctor', '--only', 'database,server', '--json'],
      {
        env,
      },
    )
    expect(readDocument(stdout).findings.map(({ code }) => code)).toEqual(['database.away', 'doctor.skipped'])
    expect([exit, stdout.includes('hunter2')]).toEqual([5, false])
    expect(readDocument(stdout).findings[0]?.message).toMatch(
      /^Couldn't use the database: connect ECONNREFUSED/,
    )
  })

  it('takes groups that exist', async () => {
    const { exit, codes } = await doctor(['--only', 'databse'])
    expect([exit, codes]).toEqual([2, ['usage']])
  })
})
