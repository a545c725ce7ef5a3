import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/kit/command.ts'
import { testSecret } from '../../../../tests/kit/game-key.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { placeOf } from '../adapters/sql/embedded/home.ts'
import { loadConfig } from '../config/load.ts'
import { startOrRestore } from '../start/start-or-restore.ts'
import { start } from '../start/start.ts'
import { createOut } from '../telemetry/out.ts'

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

  it('takes the steps that a start without an encrypted backup names', async () => {
    const identity = await generateX25519Identity()
    const identityFile = join(folder, 'identity.txt')
    await writeFile(identityFile, identity)
    const places = {
      DATABASE_URL: '',
      PENNANT_SECRET_KEY: '',
      PENNANT_DATA_DIR: join(folder, 'fresh'),
      PENNANT_BACKUP__TO: join(folder, 'sealed'),
    }
    const made = await run(['backup', 'create', '--no-verify', '--include-key'], {
      PENNANT_BACKUP__TO: places.PENNANT_BACKUP__TO,
      PENNANT_BACKUP__RECIPIENT: await identityToRecipient(identity),
    })
    expect([made.exit, made.stderr]).toEqual([3, expect.stringContaining('verify latest --identity FILE')])
    const abandoned = await mkdtemp(join(tmpdir(), 'pennant-proof-'))
    await utimes(abandoned, new Date(0), new Date(0))

    const env = { ...places, PENNANT_HOST: '127.0.0.1', PENNANT_PORT: '0', PENNANT_HEALTH_PORT: '0' }
    const { config, sources } = loadConfig({
      argv: [],
      env: { ...env, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' },
      cwd: '/',
    })
    const said: string[] = []
    const signal = new AbortController().signal
    const out = createOut('error', { write: () => undefined })
    const running = await startOrRestore(
      config,
      () =>
        start(config, out, signal, {
          ...{ production: false, inCluster: false, configSources: sources, descriptor: null },
          program: { command: ['false'], env: {} },
        }),
      { say: (text) => void said.push(text), operator: null },
    )
    await expect.poll(() => stat(abandoned).catch(() => null)).toBeNull()
    await running.close()

    const [, keyFile = '', command = ''] =
      /into "(.*)", and run this .*: pennant (.*)$/.exec(said.at(-1) ?? '') ?? []
    const words = command.replace('FILE', identityFile).split(' ')
    const refused = await run([...words, '--yes'], places)
    expect([refused.exit, refused.stderr]).toEqual([4, expect.stringContaining('secret key is another one')])
    await writeFile(keyFile, testSecret)
    const restored = await run([...words, '--yes'], places)
    expect([restored.exit, restored.stderr]).toEqual([0, ''])
    await rm(keyFile)
    const withKey = await run([...words, '--yes'], places)
    expect([withKey.exit, withKey.stderr]).toEqual([0, ''])
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(testSecret)
    const { path: home } = await placeOf(places.PENNANT_DATA_DIR)
    if (home !== join(places.PENNANT_DATA_DIR, 'postgres')) await rm(home, { recursive: true })
  })
})
