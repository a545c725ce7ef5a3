import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/kit/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { placeOf } from '../adapters/sql/embedded/home.ts'

let database: TestDatabase
let folder: string
const run = (argv: string[], env: Record<string, string> = {}) =>
  runCommand({ database }, argv, {
    env: {
      PENNANT_DATA_DIR: join(folder, 'data'),
      PENNANT_BACKUP__TO: join(folder, 'backups'),
      PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
      ...env,
    },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-restore-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('restore', () => {
  it('puts the data of an older built-in PostgreSQL aside', async () => {
    expect((await run(['backup', 'create', '--no-verify'])).exit).toBe(3)
    const dataFolder = join(folder, 'embedded')
    const files = join(folder, 'embedded-files')
    const restore = (...more: string[]) =>
      run(['restore', 'latest', '--files', files, ...more], {
        DATABASE_URL: '',
        PENNANT_DATA_DIR: dataFolder,
      })
    expect((await restore()).exit).toBe(0)
    const { path: home } = await placeOf(dataFolder)
    await writeFile(join(home, 'data', 'PG_VERSION'), '15\n')
    const refused = await restore()
    expect([refused.exit, refused.stderr]).toEqual([4, expect.stringMatching(/PostgreSQL 15,.*--replace/)])
    const replaced = await restore('--replace', '--yes')
    expect([replaced.exit, replaced.stdout]).toEqual([0, expect.stringContaining(`"${home}/data-15-`)])
    if (home !== join(dataFolder, 'postgres')) await rm(home, { recursive: true })
  })
})
