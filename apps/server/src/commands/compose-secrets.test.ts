import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../../../../tests/kit/cli-document.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import type { TestDatabase } from '../../../../tests/kit/test-database.ts'
import { loadConfig } from '../config/load.ts'

const nowhere = { address: { url: 'postgresql://nobody@127.0.0.1:1/none' } } as TestDatabase
const names = [
  'database-password',
  'database-url',
  'redis-password',
  'redis-url',
  'admin-password',
  'secret-key',
]

const newFolder = async (): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'pennant secrets '))
  onTestFinished(() => rm(parent, { recursive: true }))
  return join(parent, 'secrets')
}
const run = async (folder: string) => {
  const { exit, stdout } = await runCommand({ database: nowhere }, ['compose-secrets', folder, '--json'])
  return { exit, stdout, document: readDocument(stdout) }
}
const contentsOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

it('writes secrets that the server reads, and prints none', async () => {
  const folder = await newFolder()
  const { exit, stdout, document } = await run(folder)
  expect([exit, document.result]).toEqual([0, { folder, written: names, kept: [] }])
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  const contents = await contentsOf(folder)
  expect(new Set(Object.values(contents)).size).toBe(names.length)
  for (const secret of Object.values(contents)) expect(stdout).not.toContain(secret)

  const env = {
    DATABASE_URL_FILE: join(folder, 'database-url'),
    REDIS_URL_FILE: join(folder, 'redis-url'),
    PENNANT_ADMIN_PASSWORD_FILE: join(folder, 'admin-password'),
    PENNANT_SECRET_KEY_FILE: join(folder, 'secret-key'),
  }
  const { config, warnings } = loadConfig({ argv: [], env, cwd: folder })
  expect(warnings).toEqual([])
  expect(config.adminPassword).toBe(contents['admin-password'])
  expect(config.connectionStrings).toMatchObject({
    database: expect.stringContaining(`:${contents['database-password']}@postgres:5432/`),
    redisCache: expect.stringContaining(`:${contents['redis-password']}@redis:6379`),
  })
})

it('lets any account of a container read a file, and nobody else look into the folder', async () => {
  const folder = await newFolder()
  const before = process.umask(0o077)
  await run(folder).finally(() => process.umask(before))
  expect(await modeOf(folder)).toBe(0o700)
  for (const name of names) expect([name, await modeOf(join(folder, name))]).toEqual([name, 0o444])
})

it('never overwrites, and completes what is missing from what is there', async () => {
  const folder = await newFolder()
  await run(folder)
  await rm(join(folder, 'database-url'))
  await rm(join(folder, 'redis-url'))
  await writeFile(join(folder, 'redis-url'), 'redis://elsewhere')
  const { document } = await run(folder)
  const kept = names.filter((name) => name !== 'database-url')
  expect(document.result).toEqual({ folder, written: ['database-url'], kept })
  const contents = await contentsOf(folder)
  expect(contents['redis-url']).toBe('redis://elsewhere')
  expect(contents['database-url']).toContain(`:${contents['database-password']}@`)
  expect((await run(folder)).document.result).toEqual({ folder, written: [], kept: names })
  expect(await contentsOf(folder)).toEqual(contents)
})

it('agrees on one of each where two run at the same time', async () => {
  const folder = await newFolder()
  const both = await Promise.all([run(folder), run(folder)])
  const written = both.flatMap(({ document }) => document.result?.['written'])
  expect(written).toHaveLength(names.length)
  expect(new Set(written)).toEqual(new Set(names))
  const contents = await contentsOf(folder)
  expect(contents['database-url']).toContain(`:${contents['database-password']}@`)
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
})

it('refuses a folder that others can look into, and one without a place', async () => {
  const folder = await newFolder()
  await run(folder)
  await chmod(folder, 0o750)
  expect((await run(folder)).document).toMatchObject({ exit: 4, findings: [{ code: 'secrets.open' }] })
  const lost = join(folder, 'not', 'there')
  expect((await run(lost)).document).toMatchObject({ exit: 1, findings: [{ code: 'secrets.folder' }] })
})
