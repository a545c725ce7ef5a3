import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCommand, urlOf } from '../../../../tests/kit/command.ts'
import { startFakeS3 } from '../../../../tests/kit/fake-s3.ts'
import { insertContainer } from '../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../tests/kit/open-game.ts'
import type { Manifest } from '../backup/manifest.ts'
import { lastProven } from '../core/backup/last-proven.ts'
import { openSealedTar } from '../kit/sealed-tar/reader.ts'
import { writeSealedTar } from '../kit/sealed-tar/writer.ts'
import { testSecret } from '../../../../tests/kit/game-key.ts'
import { createMailStore } from '../core/mail/store.ts'
import { createSettingStore } from '../core/setting/store.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { withSkipReason } from '../../../../tests/kit/skip-reason.ts'
import { startSystemPostgres, systemPostgresMissing } from '../../../../tests/kit/system-postgres.ts'
import { createWorld, type World } from '../../../../tests/kit/world.ts'

const noSystem = systemPostgresMissing()

let database: TestDatabase
let world: World
let open: OpenGame
let team: OpenTeam
let folder: string
let file: string

const place = async (): Promise<TestDatabase> => {
  const empty = await createTestDatabase({ bare: true })
  onTestFinished(() => empty.drop())
  return empty
}
const envOf = (more: Record<string, string> = {}): Record<string, string> => ({
  PENNANT_DATA_DIR: join(folder, 'data'),
  PENNANT_BACKUP__TO: join(folder, 'backups'),
  PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
  ...more,
})
const run = (into: TestDatabase, argv: string[], env?: Record<string, string>) =>
  runCommand({ database: into }, argv, { env: envOf(env) })
const boardOf = async ({ person }: World, name: string): Promise<string> => {
  const { status, text } = await (await person('Admin', name)).get(`${open.path}/scoreboard/live`)
  expect(status).toBe(200)
  return text
}
const query = async <Row extends pg.QueryResultRow>(
  { address }: TestDatabase,
  text: string,
  elsewhere?: string,
): Promise<Row[]> => {
  if ('url' in address) throw new Error('test databases have their parts')
  const client = new pg.Client({ ...address, database: elsewhere ?? address.database })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const tablesThere = 'select relname from pg_class where relnamespace = current_schema()::regnamespace'

const latestBackup = async (): Promise<string> => {
  const names = (await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.tar'))
  return join(folder, 'backups', names.toSorted()[0] ?? '')
}

type Remade = { manifest: Manifest; entries: Record<string, Buffer> }

/** With a seal that is right: only what is in it is wrong. */
const remake = async (
  source: string,
  target: string,
  change: (manifest: Manifest) => Remade,
): Promise<void> => {
  const tar = await openSealedTar(source)
  const contents = new Map<string, Buffer>()
  for (const name of tar.names) contents.set(name, await buffer(tar.read(name)))
  const { manifest, entries } = change(JSON.parse(String(contents.get('manifest.json'))) as Manifest)
  contents.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  for (const [name, bytes] of Object.entries(entries)) contents.set(name, bytes)
  const all = [...contents].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    open: () => Readable.from([bytes]),
  }))
  await writeFile(target, Readable.from(writeSealedTar(all)))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-restore-'))
  database = await createTestDatabase()
  world = await createWorld({
    database,
    settings: { CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files` },
  })
  await world.person('Admin', 'organizer')
  open = await createOpenGame(world)
  const challenge = await open.challenge({ flags: ['flag{one}'] })
  team = await open.team({ name: 'فريق النجوم' })
  await open.submit(team.player, challenge, 'flag{one}')
  await insertContainer(database.db, { participation: team.participation, challenge })
  const stored = await world.core.files.storeStream(Readable.from([Buffer.from('a file')]), 'a.txt')
  file = stored?.hash ?? ''
  await world.core.mail.enqueue('confirm', {
    to: 'someone@players.example',
    language: 'en-US',
    platform: 'Pennant',
    userName: 'someone',
    link: 'https://ctf.example/confirm',
  } as never)
  await database.db.updateTable('mail').set({ state: 'queued' }).execute()
  const made = await run(database, ['backup', 'create', '--no-verify'], {
    PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files`,
  })
  if (made.exit !== 3) throw new Error(made.stderr)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

describe('restore', () => {
  it('makes an installation of an empty database, in which everyone logs in again', async () => {
    const into = await place()
    const files = join(folder, 'restored')
    const restored = await run(into, ['restore', 'latest', '--files', files])
    expect([restored.exit, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain('What came after that is lost.')
    expect(restored.stdout).toMatch(/^Game \d+ \(".+"\) was running\. Submissions here: 1, the last of 20/m)
    const { db } = into
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
    expect(await db.selectFrom('container').select('id').execute()).toEqual([])
    expect(await db.selectFrom('mail').select('state').execute()).toEqual([{ state: 'outbox' }])
    const [row] = await db.selectFrom('audit').selectAll().orderBy('time', 'desc').limit(1).execute()
    expect(row).toMatchObject({
      action: 'backup.restore',
      actor_name: 'shell:tester',
      after: { backup: expect.stringMatching(/^pennant-.*\.tar$/) },
    })

    const again = await createWorld({
      database: { ...into, drop: async () => undefined },
      settings: { CONNECTION_STRINGS__STORAGE: `disk://path=${files}` },
    })
    onTestFinished(() => again.close())
    const stream = await again.core.files.open(file)
    expect(stream === null ? null : String(await buffer(stream))).toBe('a file')
    expect(await boardOf(again, 'after')).toBe(await boardOf(world, 'before'))
    const { userName, password } = team.player
    const login = await again.visitor().post('/api/account/login', { userName, password })
    expect(login.status).toBe(200)
    const taken = await run(into, ['restore', 'latest'])
    expect([taken.exit, taken.stderr]).toEqual([4, expect.stringContaining('--replace')])
    const runs = await run(into, ['restore', 'latest', '--replace', '--yes'])
    expect([runs.exit, runs.stderr]).toEqual([4, expect.stringContaining('server runs')])
  })

  it('keeps the database that it replaces under another name', async () => {
    const into = await place()
    expect((await run(into, ['restore', 'latest'])).exit).toBe(0)
    await query(into, `update "user" set bio = 'later'`)
    expect((await run(into, ['restore', 'latest', '--replace'])).exit).toBe(4)
    const replaced = await run(into, ['restore', 'latest', '--replace', '--yes', '--json'])
    const { result } = JSON.parse(replaced.stdout) as { result: { kept: string } }
    expect(replaced.exit).toBe(0)
    const bios = 'select distinct bio from "user"'
    expect(await query(into, bios)).toEqual([{ bio: '' }])
    expect(await query(into, bios, result.kept)).toEqual([{ bio: 'later' }])
    await query(into, `drop database ${result.kept}`, 'postgres')
  })

  it('knows the backup that it is from as proven, if it was', async () => {
    const path = await latestBackup()
    const { seal } = await openSealedTar(path)
    const restored = async (proof: object) => {
      await writeFile(
        `${path}.proof.json`,
        JSON.stringify({ at: 1, isProven: true, why: [], version: '1', ...proof }),
      )
      const into = await place()
      const { exit, stdout } = await run(into, ['restore', 'latest', '--json'])
      expect(exit).toBe(0)
      const { result } = JSON.parse(stdout) as { result: { createdAt: number; doctor: { code: string }[] } }
      const codes = result.doctor.map(({ code }) => code).filter((code) => code.startsWith('backup.'))
      const proven = await lastProven(createSettingStore(into.db))
      return { codes, name: proven?.name, isOfItsTime: proven?.at === result.createdAt }
    }
    onTestFinished(() => rm(`${path}.proof.json`))
    const unknown = { codes: ['backup.never'], name: undefined, isOfItsTime: false }
    expect(await restored({ seal: '0'.repeat(64) })).toEqual(unknown)
    expect(await restored({ seal, isProven: false })).toEqual(unknown)
    expect(await restored({ seal })).toEqual({ codes: [], name: basename(path), isOfItsTime: true })
  })

  it('is refused with another key, before anything is touched, and says what would be lost', async () => {
    const into = await place()
    const refused = await run(into, ['restore', 'latest'], { PENNANT_SECRET_KEY: 'x'.repeat(40) })
    expect([refused.exit, refused.stderr]).toEqual([4, expect.stringContaining('the signing keys of 1 game')])
    expect(await query(into, tablesThere)).toEqual([])
  })

  it('is refused with settings that no server would start with, before anything is touched', async () => {
    const into = await place()
    const backups = ['--to', join(folder, 'backups')]
    const wrong = { PENNANT_BACKUP__TO: 'ftp://elsewhere' }
    const refused = await run(into, ['restore', 'latest', ...backups], wrong)
    expect([refused.exit, refused.stderr]).toEqual([5, expect.stringContaining('backup.to')])
    expect(await query(into, tablesThere)).toEqual([])
  })

  it('refuses a newer schema, and a table that inflates to more than is plausible', async () => {
    const into = await place()
    const source = await latestBackup()
    const future = join(folder, 'future.tar')
    await remake(source, future, (manifest) => ({
      manifest: { ...manifest, schema: [...manifest.schema, '9999-future'] },
      entries: {},
    }))
    const newer = await run(into, ['restore', future])
    expect([newer.exit, newer.stderr]).toEqual([4, expect.stringContaining('9999-future')])
    expect(await query(into, tablesThere)).toEqual([])

    const bomb = join(folder, 'bomb.tar')
    const letters = Buffer.alloc(120_000_000, 'x')
    const user = { bytes: letters.length, sha256: createHash('sha256').update(letters).digest('hex') }
    await remake(source, bomb, (manifest) => ({
      manifest: {
        ...manifest,
        tables: manifest.tables.map((table) => (table.name === 'user' ? { ...table, ...user } : table)),
      },
      entries: { 'tables/user.copy.gz': gzipSync(letters, { level: 9 }) },
    }))
    const before = process.memoryUsage().rss
    const inflated = await run(into, ['restore', bomb])
    expect([inflated.exit, inflated.stderr]).toEqual([4, expect.stringContaining('tables/user.copy.gz')])
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    expect(await query(into, 'select id from "user"')).toEqual([])
  })

  it('gets the key from an encrypted backup that includes it', async () => {
    const identity = await generateX25519Identity()
    const key = join(folder, 'identity.txt')
    await writeFile(key, identity)
    const to = ['--to', join(folder, 'with-key')]
    const create = ['backup', 'create', '--no-verify', '--no-files', '--include-key', ...to]
    expect((await run(database, create)).exit).toBe(2)
    const made = await run(database, [...create, '--recipient', await identityToRecipient(identity)])
    expect(made.exit).toBe(3)
    const into = await place()
    const restore = ['restore', 'latest', '--identity', key, ...to]
    const other = await run(into, restore, { PENNANT_SECRET_KEY: 'x'.repeat(40) })
    expect([other.exit, other.stderr]).toEqual([4, expect.stringContaining('another one')])
    const restored = await run(into, restore, { PENNANT_SECRET_KEY: '' })
    expect([restored.exit, restored.stderr]).toEqual([0, ''])
    const stored = `select value #>> '{}' as key from setting where key = 'SecretKey'`
    expect(await query(into, stored)).toEqual([{ key: testSecret }])

    // Refused because of what is there, it leaves the folder without a key.
    const dataFolder = join(folder, 'keyless')
    await mkdir(join(dataFolder, 'postgres', 'data'), { recursive: true })
    await writeFile(join(dataFolder, 'postgres', 'data', 'PG_VERSION'), '15\n')
    const builtIn = { DATABASE_URL: '', PENNANT_SECRET_KEY: '', PENNANT_DATA_DIR: dataFolder }
    // For root, because PostgreSQL can't enter the folder.
    expect([4, 5]).toContain((await run(into, restore, builtIn)).exit)
    expect(await readdir(dataFolder)).not.toContain('secret.key')
  })

  it('comes from a bucket, encrypted, in which only the newest is kept', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const { region, accessKey, secretKey } = s3.account
    const keys = `accessKey=${accessKey};secretKey=${secretKey}`
    const identity = await generateX25519Identity()
    const key = join(folder, 'identity-of-bucket.txt')
    await writeFile(key, identity)
    const env = {
      PENNANT_BACKUP__TO: `minio.s3://bucket=backups;region=${region};endpoint=${s3.endpoint};${keys}`,
      PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files`,
    }
    const create = ['backup', 'create', '--no-verify', '--recipient', await identityToRecipient(identity)]
    // In one second.
    const now = Date.now()
    const given = { clock: { now: () => now }, env: envOf(env) }
    for (let each = 0; each < 2; each++) expect((await runCommand({ database }, create, given)).exit).toBe(3)
    const list = async (): Promise<string[]> =>
      (await run(database, ['backup', 'list'], env)).stdout.trim().split('\n')
    const [older, newest] = await list()
    expect([older, newest]).toEqual([
      expect.stringContaining('Z.tar.age'),
      expect.stringContaining('Z-2.tar.age'),
    ])
    expect((await run(database, ['backup', 'prune', '--keep', '1d', '--yes'], env)).exit).toBe(0)
    expect(await list()).toEqual([newest])

    const into = await place()
    const there = {
      PENNANT_BACKUP__TO: env.PENNANT_BACKUP__TO,
      PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files-from-bucket`,
    }
    expect((await run(into, ['restore', 'latest'], there)).exit).toBe(2)
    const restored = await run(into, ['restore', 'latest', '--identity', key], there)
    expect([restored.exit, restored.stderr]).toEqual([0, ''])
    const stored = await readdir(join(folder, 'files-from-bucket'), { recursive: true })
    expect(stored.map((name) => basename(name))).toContain(file)
    const again = await createWorld({ database: { ...into, drop: async () => undefined } })
    onTestFinished(() => again.close())
    expect(await boardOf(again, 'of-bucket')).toBe(await boardOf(world, 'beside-bucket'))
  })

  it('holds emails that were due until someone releases them', async () => {
    const into = await place()
    await run(into, ['restore', 'latest'])
    const store = createMailStore(into.db)
    const [now, longAgo] = [new Date(), new Date(0)]
    expect(await store.release(now, longAgo)).toBe(0)
    expect((await run(into, ['restore', 'release-emails'])).exit).toBe(0)
    expect((await run(into, ['restore', 'release-emails'])).stdout).toContain('No emails')
    expect(await store.release(now, longAgo)).toBe(1)
  })

  it('has a beginning of the ledger when flags were submitted during the backup', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 12 }, (_, index) => open.challenge({ flags: [`flag{${index}}`] })),
    )
    const backup = run(database, ['backup', 'create', '--no-verify', '--no-files'])
    for (const [index, challenge] of challenges.entries())
      await open.submit(team.player, challenge, `flag{${index}}`)
    const made = await backup
    expect([made.exit, made.stderr]).toEqual([3, expect.any(String)])
    const into = await place()
    expect((await run(into, ['restore', 'latest'])).exit).toBe(0)
    const ids = 'select id, status from submission order by id'
    const [some, all] = [await query(into, ids), await query(database, ids)]
    expect(some).toEqual(all.slice(0, some.length))
    expect(all).toHaveLength(13)
    const proven = await run(database, ['backup', 'create', '--no-files', '--scratch', urlOf(database)])
    expect([proven.exit, proven.stderr]).toEqual([
      1,
      expect.stringMatching(/^The backup was made without files\.$/m),
    ])
  })

  it.skipIf(noSystem !== null)(
    withSkipReason('goes from the built-in PostgreSQL to the system’s and back', noSystem),
    async () => {
      const system = await startSystemPostgres()
      onTestFinished(() => system.stop())
      const files = `disk://path=${folder}/files`
      const settings = {
        PENNANT_CONNECTION_STRINGS__STORAGE: files,
        PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
      }
      const there = { DATABASE_URL: system.url(), PENNANT_DATA_DIR: join(folder, 'there'), ...settings }
      const toThere = await run(database, ['restore', 'latest', '--into', system.url()])
      expect([toThere.exit, toThere.stderr]).toEqual([0, ''])
      const backups = ['--to', join(folder, 'there-backups')]
      const back = ['backup', 'create', ...backups, '--scratch', urlOf(database), '--json']
      const made = await run(database, back, there)
      expect(made.exit, made.stdout).toBe(0)
      const into = await place()
      expect((await run(into, ['restore', 'latest', ...backups])).exit).toBe(0)
      const boards = 'select * from first_solve order by submission_id'
      expect(await query(into, boards)).toEqual(await query(database, boards))
    },
  )
})
