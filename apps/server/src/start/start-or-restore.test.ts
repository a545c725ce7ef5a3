import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { OlderCluster } from '../adapters/sql/embedded/cluster.ts'
import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { startOrRestore } from './start-or-restore.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pennant-offer-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
})

const proof = { seal: '0'.repeat(64), at: 1, isProven: true, why: [], version: '1.2.3' }
const [older, newer] = ['pennant-2026-01-01T000000Z.tar', 'pennant-2026-01-02T000000Z.tar']
const haveBackups = async (...proven: string[]): Promise<void> => {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { mode: 0o700 })
  for (const name of [older, newer]) await writeFile(join(folder, name), '')
  for (const name of proven) await writeFile(join(folder, `${name}.proof.json`), JSON.stringify(proof))
}

type Given = { env?: Record<string, string>; yes?: boolean; exit?: number; faults?: Error[] }

const begin = async ({ env = {}, yes = true, exit = 0, faults = [] }: Given = {}) => {
  const { config }: { config: Config } = loadConfig({
    argv: [],
    env: { PENNANT_DATA_DIR: dataDir, ...env },
    cwd: '/',
  })
  const happened: string[] = []
  const start = async (): Promise<string> => {
    happened.push('start')
    const fault = faults.shift()
    if (fault !== undefined) throw fault
    return 'started'
  }
  const outcome = await startOrRestore(config, start, {
    say: () => undefined,
    ask: async () => {
      happened.push('ask')
      return yes
    },
    run: async (argv) => {
      happened.push(argv.join(' '))
      return exit
    },
  }).catch((error: unknown) => String(error))
  return [...happened, outcome]
}

it('starts where there are no backups, and creates no folder for them', async () => {
  expect(await begin()).toEqual(['start', 'started'])
  expect(await readdir(dataDir)).toEqual([])
})

it('offers the newest proven backup to an empty data folder, and else the newest', async () => {
  await haveBackups(older)
  expect(await begin()).toEqual(['ask', `restore ${older} --yes`, 'start', 'started'])
  expect(await begin({ yes: false })).toEqual(['ask', 'start', 'started'])
  await rm(join(dataDir, 'backups'), { recursive: true })
  await haveBackups()
  expect(await begin({ exit: 3 })).toEqual(['ask', `restore ${newer} --yes`, 'start', 'started'])
})

it('does not start when the backup could not be restored', async () => {
  await haveBackups()
  expect(await begin({ exit: 4 })).toEqual([
    ...['ask', `restore ${newer} --yes`],
    `StartFault: ${newer} wasn't restored.`,
  ])
})

it('asks nothing where data is, or elsewhere', async () => {
  await haveBackups(newer)
  expect(await begin({ env: { DATABASE_URL: 'postgresql://nowhere/x' } })).toEqual(['start', 'started'])
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  expect(await begin()).toEqual(['start', 'started'])
})

it('offers it in place of data that only an older release reads', async () => {
  await haveBackups(newer)
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  const fault = new OlderCluster('older')
  expect(await begin({ faults: [fault] })).toEqual([
    ...['start', 'ask', `restore ${newer} --yes --replace`, 'start', 'started'],
  ])
  expect(await begin({ faults: [fault], yes: false })).toEqual(['start', 'ask', 'StartFault: older'])
  expect(await begin({ faults: [new Error('other')] })).toEqual(['start', 'Error: other'])
})
