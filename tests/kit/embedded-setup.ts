import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findNative } from '../../apps/server/src/adapters/sql/embedded/binaries.ts'
import {
  type Connection,
  type EmbeddedDatabase,
  type EmbeddedOptions,
  startEmbedded,
} from '../../apps/server/src/adapters/sql/embedded/embedded.ts'
import {
  type Child,
  type ChildOptions,
  type ChildOrder,
  type ChildProgram,
  startChild,
} from './data-folder-process.ts'

export type EmbeddedSetup = {
  readonly path: string
  readonly dataFolder: string
  readonly cluster: string
  readonly systemFolder: string
  readonly said: string[]
  start(options?: Partial<EmbeddedOptions>): Promise<EmbeddedDatabase>
  fault(options?: Partial<EmbeddedOptions>): Promise<Error>
  child(program: ChildProgram, order?: Partial<ChildOrder>, options?: ChildOptions): Child
  remove(): Promise<void>
}

export type EmbeddedSetupOptions = {
  parent?: string
  name?: string
  like?: EmbeddedSetup
}

export async function makeEmbeddedSetup({
  parent,
  name = 'data',
  like,
}: EmbeddedSetupOptions = {}): Promise<EmbeddedSetup> {
  const folder = await mkdtemp(path.join(parent ?? (await quickFolder()), 'embedded-'))
  if (parent === undefined) await chmod(folder, 0o755)
  const dataFolder = path.join(folder, name)
  await mkdir(path.dirname(dataFolder), { recursive: true })
  await mkdir(dataFolder, { mode: 0o700 })
  if (like !== undefined) execFileSync('cp', ['-a', path.join(like.dataFolder, 'postgres'), dataFolder])
  const cluster = path.join(dataFolder, 'postgres', 'data')
  const said: string[] = []
  const opened: (() => Promise<void>)[] = []
  // Shared, because the programs may have to be copied into it.
  const systemFolder = like?.systemFolder ?? path.join(tmpdir(), `${path.basename(folder)}-system`)
  const start = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> => {
    const log = (_level: string, message: string): void => void said.push(message)
    const database = await startEmbedded({ dataFolder, log, durability: 'none', systemFolder, ...options })
    opened.push(database.stop)
    return database
  }
  return {
    path: folder,
    dataFolder,
    cluster,
    systemFolder,
    said,
    start,
    fault: async (options) => {
      const error = await start(options).catch((reason: unknown) => reason)
      if (error instanceof Error) return error
      throw new Error('the database started')
    },
    child: (program, order, options) => {
      const database = { systemFolder, native: findNative(), ...order?.database }
      const child = startChild(program, { dataFolder, ...order, database }, options)
      opened.push(async () => {
        child.kill('SIGKILL')
        await child.exited
      })
      return child
    },
    remove: async () => {
      for (const close of opened.toReversed()) await close()
      await endOrphan(cluster)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      if (like === undefined) await rm(systemFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** In memory where there is plenty: these tests are about processes, and a shared disk is slow to flush. */
async function quickFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > 2 ** 31 ? '/dev/shm' : tmpdir()
}

export async function query(
  connection: Connection,
  text: string,
  values: unknown[] = [],
): Promise<unknown[][]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query({ text, values, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Orderly, since killing an orphan would leave shared memory behind. */
async function endOrphan(cluster: string): Promise<void> {
  if ((await clusterPids(cluster)).length === 0) return
  try {
    process.kill(await serverPid(cluster), 'SIGQUIT')
  } catch {
    // The server has ended, and its children are about to.
  }
  await until(async () => (await clusterPids(cluster)).length === 0)
}

export async function serverPid(cluster: string): Promise<number> {
  return Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

export async function clusterPids(cluster: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    if ((await readlink(`/proc/${name}/cwd`).catch(() => '')) === cluster) found.push(Number(name))
  }
  return found
}

export async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 10))
}
