import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, urlOf } from '../../../../tests/kit/command.ts'
import { createOpenGame, type OpenGame } from '../../../../tests/kit/open-game.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { createWorld, type World } from '../../../../tests/kit/world.ts'
import { keyOfFile } from '../core/file/key.ts'
import { lastProven } from '../core/backup/last-proven.ts'
import { openBackup } from '../app/backup/read.ts'

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
    expect(result).toMatchObject({ proven: true, files: 1, games: 1, target: folder })
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

  it('refuses a folder that others can open, keys in arguments, and a second backup at once', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'pennant-shared-'))
    await chmod(shared, 0o755)
    expect((await run('create', '--to', shared)).stderr).toContain('chmod 700')
    await rm(shared, { recursive: true })
    expect((await run('list', '--to', 's3://bucket=abc;region=x;accessKey=a;secretKey=b')).exit).toBe(2)
    expect((await run('verify', 'pennant-none.tar')).exit).toBe(2)
    expect((await run('create', '--to', join(world.dataFolder, 'files', 'x'))).stderr).toContain('uploads')
    const both = await Promise.all([run('create', '--no-verify'), run('create', '--no-verify')])
    expect(both.map(({ exit }) => exit).toSorted((one, other) => one - other)).toEqual([3, 4])
  })
})
