import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { backupSteps } from '@pennant/contract/status'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand, urlOf } from '../../../../tests/kit/command.ts'
import { insertGame } from '../../../../tests/kit/factories.ts'
import { startFakeS3 } from '../../../../tests/kit/fake-s3.ts'
import { createOpenGame, type OpenGame } from '../../../../tests/kit/open-game.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { createWorld, type World } from '../../../../tests/kit/world.ts'
import { openSnapshot } from '../adapters/sql/backup/snapshot.ts'
import { backupLock, keyOfFile } from '../core/file/store.ts'
import { stepOf } from '../backup/step.ts'
import { writeBackup } from '../backup/create.ts'
import { Stalled } from '../backup/steady-put.ts'
import { lastProven } from '../core/backup/last-proven.ts'
import { openBackup } from '../backup/read.ts'
import { type Opened, openTemporary, withOpened } from './backup-places.ts'

let database: TestDatabase
let world: World
let open: OpenGame
let folder: string

const run = (...argv: string[]) =>
  runCommand({ database }, ['backup', ...argv], {
    env: {
      PENNANT_DATA_DIR: world.dataFolder,
      PENNANT_BACKUP__TO: folder,
      PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
    },
  })
const proveOn = (): string[] => ['--scratch', urlOf(database)]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld({ database })
  folder = await mkdtemp(join(tmpdir(), 'pennant-backups-'))
  open = await createOpenGame(world)
  const challenge = await open.challenge({ flags: ['flag{one}'] })
  const soon = new Date(Date.now() + 60_000)
  await insertGame(database.db, { title: 'Soon', start_at: soon, end_at: new Date(soon.getTime() + 60_000) })
  const [first, second] = [await open.team({ name: 'فريق النجوم' }), await open.team()]
  await open.submit(second.player, challenge, 'flag{wrong}')
  await open.submit(second.player, challenge, 'flag{one}')
  await open.submit(first.player, challenge, 'flag{one}')
  await world.core.files.storeStream(Readable.from([Buffer.from('a file')]), 'a.txt')
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

describe('backup', () => {
  it('writes everything into one file, and proves it', async () => {
    const made = await run('create', '--json', ...proveOn())
    const { result, findings } = JSON.parse(made.stdout) as { result: { name: string }; findings: unknown }
    expect([made.exit, findings]).toEqual([0, []])
    const steps = made.said.split('\n').flatMap((line) => stepOf(line) ?? [])
    expect(steps).toEqual(Object.keys(backupSteps))
    expect(result).toMatchObject({ proven: true, files: 1, games: 2, target: folder })
    const path = join(folder, result.name)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { manifest } = await openBackup(path)
    expect(manifest.tables.map(({ name }) => name)).toContain('first_solve')
    const text = JSON.stringify(manifest)
    expect(text).not.toContain('password:')
    expect(await lastProven(world.core.settingStore)).toMatchObject({ name: result.name, target: folder })
    const listed = await run('list')
    expect(listed.stdout).toMatch(new RegExp(`^${result.name} .* proven\n$`))
    expect(await readdir(world.dataFolder)).not.toContain('backup-in-progress')
  })

  it('is red while a file is missing, and names who refers to it', async () => {
    const avatar = await world.core.files.storeStream(
      Readable.from([Buffer.from('an avatar')]),
      'avatar.webp',
    )
    const hash = avatar?.hash ?? ''
    await database.db
      .updateTable('team')
      .set({ avatar_hash: hash })
      .where('name', '=', 'فريق النجوم')
      .execute()
    await open.changed()
    await world.adapters.blobs.delete(keyOfFile(hash))
    const made = await run('create', ...proveOn())
    expect(made.exit).toBe(1)
    expect(made.stderr).toContain('Avatar of فريق النجوم')
    expect((await run('list')).stdout).toMatch(/not proven\n$/)
    await database.db.updateTable('file').set({ refs: 0 }).where('hash', '=', hash).execute()
  })

  it('is encrypted for a recipient once it is proven, and opened with the identity', async () => {
    const identity = await generateX25519Identity()
    const key = join(folder, 'identity.txt')
    await writeFile(key, `# mine\n${identity}\n`)
    expect((await run('create', '--recipient', 'age1wrong')).exit).toBe(2)
    const before = await readdir(folder)
    const made = await run('create', '--recipient', await identityToRecipient(identity), ...proveOn())
    expect([made.exit, made.stderr]).toEqual([0, ''])
    const name = made.stdout.split(':')[0] ?? ''
    expect(name).toMatch(/\.tar\.age$/)
    expect(await readFile(join(folder, name), 'latin1')).not.toContain('manifest.json')
    expect((await lastProven(world.core.settingStore))?.name).toBe(name)
    expect((await run('list')).stdout).toContain(`${name} `)
    const added = (await readdir(folder)).filter((one) => !before.includes(one))
    expect(added.toSorted()).toEqual([name, `${name}.proof.json`])
    expect((await run('verify', name, ...proveOn())).exit).toBe(2)
    const verified = await run('verify', join(folder, name), '--identity', key, ...proveOn())
    expect([verified.exit, verified.stderr]).toEqual([0, ''])
    const byName = await runCommand({ database }, ['backup', 'create', '--no-verify', '--no-files'], {
      env: {
        PENNANT_DATA_DIR: world.dataFolder,
        PENNANT_BACKUP__TO: join(folder, 'all'),
        PENNANT_BACKUP__RECIPIENT: await identityToRecipient(identity),
      },
    })
    expect([byName.exit, byName.stdout]).toEqual([3, expect.stringMatching(/^pennant-\S+\.tar\.age: /)])
    await writeFile(key, await generateX25519Identity())
    expect((await run('verify', name, '--identity', key, ...proveOn())).exit).toBe(4)
    await rm(key)
  })

  it('goes to a bucket, and is proven from there', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const { region, accessKey, secretKey } = s3.account
    const keys = `accessKey=${accessKey};secretKey=${secretKey}`
    const bucket = `minio.s3://bucket=backups;region=${region};endpoint=${s3.endpoint};${keys}`
    const there = { PENNANT_DATA_DIR: world.dataFolder, PENNANT_BACKUP__TO: bucket }
    const inBucket = (...argv: string[]) => runCommand({ database }, ['backup', ...argv], { env: there })
    const made = await inBucket('create', ...proveOn())
    expect([made.exit, made.stderr]).toEqual([0, ''])
    expect((await inBucket('list')).stdout).toMatch(/ {2}proven\n$/)
    expect((await inBucket('verify', 'latest', ...proveOn())).exit).toBe(0)
    const proven = await lastProven(world.core.settingStore)
    expect(proven?.target).toBe('s3://bucket=backups')
  })

  it('finds a flipped bit, and keeps the newest proven one', async () => {
    const made = await run('create', '--no-verify', '--no-files')
    expect([made.exit, made.stderr]).toEqual([3, expect.stringContaining('verify latest')])
    const all = await readdir(folder)
    const name =
      all
        .filter((one) => one.endsWith('.tar'))
        .toSorted()
        .at(-1) ?? ''
    const bytes = await readFile(join(folder, name))
    bytes[700] = (bytes[700] ?? 0) ^ 1
    await writeFile(join(folder, name), bytes)
    const verified = await run('verify', 'latest', ...proveOn())
    expect([verified.exit, verified.stderr]).toEqual([1, expect.stringContaining('damaged')])
    expect((await run('prune', '--keep', '0d')).exit).toBe(4)
    expect((await run('prune', '--keep', '0d', '--yes')).exit).toBe(0)
    expect((await run('list')).stdout).toMatch(/^\S+ {2}\S+ kB {2}proven\n$/)
  })

  it('clears temporary folders that nobody holds, but none that is held, however old', async () => {
    const longAgo = new Date(0)
    const unheld = await mkdtemp(join(tmpdir(), 'pennant-proof-'))
    await utimes(unheld, longAgo, longAgo)
    const isThere = (path: string): Promise<boolean> =>
      stat(path).then(
        () => true,
        () => false,
      )
    const held = await withOpened(async (opened: Opened) => {
      const path = await openTemporary(opened)
      await utimes(path, longAgo, longAgo)
      await withOpened(openTemporary)
      expect([await isThere(path), await isThere(unheld)]).toEqual([true, false])
      return path
    })
    expect(await isThere(held)).toBe(false)
  })

  it('keeps the files of its moment until it has read them', async () => {
    const { files } = world.core
    const store = async (text: string): Promise<string> =>
      (await files.storeStream(Readable.from([Buffer.from(text)]), 'a.txt'))?.hash ?? ''
    const isThere = async (hash: string): Promise<boolean> =>
      (await world.adapters.blobs.stat(keyOfFile(hash))) !== null
    const [released, swept] = [await store('released meanwhile'), await store('swept meanwhile')]
    await database.db.updateTable('file').set({ refs: 0 }).where('hash', '=', swept).execute()
    const snapshot = await openSnapshot(database.address, backupLock, new AbortController().signal)
    try {
      expect(await files.release(released)).toBe(true)
      await files.sweep()
      expect([await isThere(released), await isThere(swept)]).toEqual([true, true])
    } finally {
      await snapshot.close()
    }
    await files.sweep()
    expect([await isThere(released), await isThere(swept)]).toEqual([false, false])
  })

  it('gives up a target that takes nothing', async () => {
    const taken = new AbortController()
    const target = {
      ...world.adapters.blobs,
      put: (_name: string, source: Readable) =>
        new Promise<void>(() => {
          source.once('error', (error) => taken.abort(error))
        }),
    }
    const source = {
      address: database.address,
      files: null,
      secretKey: 'x',
      includeKey: false,
      settings: [],
      version: '0',
    }
    const means = {
      clock: world.clock,
      signal: new AbortController().signal,
      temporary: join(folder, 'under-way'),
      say: () => undefined,
      bytesPerSecond: null,
      rooms: async () => [],
      hasName: async () => false,
    }
    const stalled = writeBackup(source, target, { ...means, stalledAfterMs: 50 })
    await expect(stalled).rejects.toThrow(Stalled)
    expect(taken.signal.aborted).toBe(true)
  })

  it('gives up a place that hangs while it takes an encrypted one, or when it is stopped, and leaves nothing', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const temporary = await mkdtemp(join(tmpdir(), 'pennant-hang-'))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await rm(temporary, { recursive: true })
    })
    const { region, accessKey, secretKey } = s3.account
    const keys = `accessKey=${accessKey};secretKey=${secretKey}`
    const stopped = new AbortController()
    const modes: string[] = []
    const createOn = async (bucket: string, more: Parameters<typeof runCommand>[2]) => {
      const made = await runCommand(
        { database },
        ['backup', 'create', '--no-verify', '--no-files', '--json'],
        {
          env: {
            PENNANT_DATA_DIR: world.dataFolder,
            PENNANT_BACKUP__TO: `minio.s3://bucket=${bucket};region=${region};endpoint=${s3.endpoint};${keys}`,
            PENNANT_BACKUP__RECIPIENT: await identityToRecipient(await generateX25519Identity()),
          },
          ...more,
        },
      )
      expect(await readdir(temporary)).toEqual([])
      const { findings } = JSON.parse(made.stdout) as { findings: { code: string; remedy: string | null }[] }
      return [made.exit, findings.map(({ code, remedy }) => `${code} ${remedy}`)]
    }
    s3.fault = ({ method, bucket, key }) => {
      if (method !== 'PUT' || !key.endsWith('.tar.age')) return null
      for (const path of readdirSync(temporary, { recursive: true, encoding: 'utf8' }))
        if (/plain$|\.tar$/.test(path)) modes.push((statSync(join(temporary, path)).mode & 0o777).toString(8))
      if (bucket === 'stopped') stopped.abort()
      return 'hang'
    }
    expect(await createOn('hanging', { stalledAfterMs: 1_000 })).toEqual([
      1,
      ['backup.stalled Check that s3://bucket=hanging takes files.'],
    ])
    expect(await createOn('stopped', { signal: stopped.signal })).toEqual([130, ['interrupted null']])
    // What is sent again may come when the copy is already gone.
    expect([...new Set(modes)].toSorted()).toEqual(['600', '700'])
  })

  it('refuses a folder that others can open, keys in arguments, and a second backup at once', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'pennant-shared-'))
    await chmod(shared, 0o755)
    const refused = await run('create', '--to', shared)
    expect([refused.exit, refused.stderr]).toEqual([4, expect.stringContaining('chmod 700')])
    await chmod(shared, 0o700)
    // Nothing can be kept below a file.
    await writeFile(join(shared, '~drafts'), '')
    const closed = await run('list', '--to', shared)
    expect([closed.exit, closed.stderr]).toEqual([
      4,
      `Can't use the folder "${shared}" for backups (EEXIST).\n`,
    ])
    await rm(shared, { recursive: true })
    expect((await run('list', '--to', 's3://bucket=abc;region=x;accessKey=a;secretKey=b')).exit).toBe(2)
    expect((await run('verify', 'pennant-none.tar')).exit).toBe(2)
    expect((await run('create', '--to', join(world.dataFolder, 'files', 'x'))).stderr).toContain('uploads')
    const both = await Promise.all([run('create', '--no-verify'), run('create', '--no-verify')])
    expect(both.map(({ exit }) => exit).toSorted((one, other) => one - other)).toEqual([3, 4])
  })
})
