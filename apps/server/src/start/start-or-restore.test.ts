import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
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

type Answer = boolean | 'none' | 'nobody there'
type Given = { env?: Record<string, string>; answer?: Answer; exit?: number; faults?: Error[] }

const said: string[] = []
beforeEach(() => void said.splice(0))

const begin = async ({ env = {}, answer = true, exit = 0, faults = [] }: Given = {}) => {
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
  const ask = (_question: string, over: AbortSignal): Promise<boolean> => {
    happened.push('ask')
    if (typeof answer === 'boolean') return Promise.resolve(answer)
    return new Promise((_, reject) => over.addEventListener('abort', () => reject(over.reason)))
  }
  const run = async (argv: readonly string[]): Promise<number> => {
    happened.push(argv.join(' '))
    return exit
  }
  const terminal = {
    say: (text: string) => void said.push(text),
    operator: answer === 'nobody there' ? null : { ask, run },
  }
  const outcome = await startOrRestore(config, start, terminal, 1).catch((error: unknown) => String(error))
  return [...happened, outcome]
}

it('starts where there are no backups, and creates no folder for them', async () => {
  expect(await begin()).toEqual(['start', 'started'])
  expect(await readdir(dataDir)).toEqual([])
})

it('offers the newest proven backup to an empty data folder, and else the newest', async () => {
  await haveBackups(older)
  expect(await begin()).toEqual(['ask', `restore ${older} --yes`, 'start', 'started'])
  expect(await begin({ answer: false })).toEqual(['ask', 'start', 'started'])
  await rm(join(dataDir, 'backups'), { recursive: true })
  await haveBackups()
  expect(await begin({ exit: 3 })).toEqual(['ask', `restore ${newer} --yes`, 'start', 'started'])
})

it('starts without the backup when nobody answers, and says so', async () => {
  await haveBackups(newer)
  expect(await begin({ answer: 'none' })).toEqual(['ask', 'start', 'started'])
  expect(said.at(-1)).toMatch(/^\nNobody answered within 0.001 seconds/)
})

it('names the backup where nobody is there to ask', async () => {
  expect(await begin({ answer: 'nobody there' })).toEqual(['start', 'started'])
  expect(said).toEqual([])
  await haveBackups(newer)
  expect(await begin({ answer: 'nobody there' })).toEqual(['start', 'started'])
  expect(said).toEqual([
    `There is no installation in "${dataDir}" yet.\nThere is a backup of 2026-01-02T00:00:00.000Z, proven.`,
    `To start from it, put the secret key of the backup into "${join(dataDir, 'secret.key')}", and run this while the server is stopped: pennant restore ${newer} --replace`,
  ])
})

describe('an encrypted backup, whose identity is elsewhere,', () => {
  const restore = `pennant restore ${newer}.age`
  beforeEach(async () => {
    await haveBackups()
    await writeFile(join(dataDir, 'backups', `${newer}.age`), '')
  })

  it('is named, and an operator says whether to start without it', async () => {
    expect(await begin({ answer: true })).toEqual(['ask', 'start', 'started'])
    expect(await begin({ answer: false })).toEqual(['ask', `StartFault: Restore ${newer}.age first.`])
    const first = `put the secret key of the backup into "${join(dataDir, 'secret.key')}", and run this`
    expect(said.at(-1)).toContain(`${first} while the server is stopped: ${restore} --identity FILE`)
    expect(await begin({ answer: 'none' })).toEqual(['ask', 'start', 'started'])
    expect(said.at(-1)).toContain(`${restore} --replace --identity FILE`)
  })

  it('is named in the log, and the start goes on without it', async () => {
    expect(await begin({ answer: 'nobody there' })).toEqual(['start', 'started'])
    expect(said.at(-1)).toContain(`and run this while the server is stopped: ${restore} --replace --identity`)
    await writeFile(join(dataDir, 'secret.key'), 'x')
    await begin({ answer: 'nobody there' })
    expect(said.at(-1)).toMatch(/^To start from it, run this/)
  })

  it('is named where data only an older release reads, which stays', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    expect(await begin({ faults: [new OlderCluster('older')] })).toEqual(['start', 'StartFault: older'])
    expect(said.at(-1)).toContain(`${restore} --replace --identity FILE`)
  })
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
  expect(await begin({ faults: [fault], answer: false })).toEqual(['start', 'ask', 'StartFault: older'])
  for (const answer of ['none', 'nobody there'] as const)
    expect((await begin({ faults: [fault], answer })).at(-1)).toBe('StartFault: older')
  expect(await begin({ faults: [new Error('other')] })).toEqual(['start', 'Error: other'])
})
