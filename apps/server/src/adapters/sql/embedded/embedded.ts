import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { errorCode, folderFault, StartFault, type StartLog } from '../../../kit/start-fault.ts'
import { findNative } from './binaries.ts'
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.ts'
import { clusterOf } from './home.ts'
import type { Exit } from './launch.ts'
import { clearLeftovers } from './leftover.ts'
import { type Durability, HBA_FILE, PORT } from './settings.ts'
import { prepareRuntime } from './runtime.ts'
import { openSocketFolder } from './socket-folder.ts'
import { supervise } from './supervisor.ts'

export type EmbeddedOptions = {
  /** `openDataFolder` must hold it: only the holder may start a database in it. */
  dataFolder: string
  log: StartLog
  /** `none` is for tests: commits may be lost in a power failure. */
  durability?: Durability
  onExit?: (exit: Exit) => void
  signal?: AbortSignal
  systemFolder?: string
  native?: string
}

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password: string
  // Explicit, since the client would ask the environment otherwise.
  ssl: false
}

export const connectionAt = (socketFolder: string, password: string): Connection => ({
  ...{ host: socketFolder, port: PORT, user: SUPERUSER, database: DATABASE, password },
  ssl: false,
})

export type EmbeddedDatabase = {
  readonly connection: Connection
  /** Close the pools first. */
  stop(): Promise<void>
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await start(options)
  } catch (error) {
    if (options.signal?.aborted || !isSystemError(error)) throw error
    throw folderFault(error, options.dataFolder)
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder, log, durability = 'full', signal, onExit } = options
  const native = options.native ?? findNative()
  const runtime = await prepareRuntime(dataFolder, native, options.systemFolder ?? '/var/lib/pennant', log)
  const { home, account, binaries } = runtime
  const cluster = clusterOf(home)
  const logFile = join(home.path, 'server.log')
  const opened: (() => Promise<void>)[] = [home.release]
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  try {
    await clearLeftovers(cluster, log)
    const password = await ensureCluster(runtime, durability, log)
    const socket = await openSocketFolder(runtime)
    opened.push(socket.close)
    await keepOldLog(logFile)
    const paths = { cluster, socket: socket.path, hba: join(home.path, HBA_FILE) }
    const server = await supervise({ binaries, account, paths, durability, logFile, log }, { signal, onExit })
    opened.push(server.stop)
    const connection = connectionAt(socket.path, password)
    await checkConnection(connection, home.path)
    return { connection, stop: once(close) }
  } catch (error) {
    await close()
    throw error
  }
}

async function checkConnection(connection: Connection, home: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    const remedy =
      errorCode(error) === '28P01'
        ? `: delete "${join(home, 'password')}" to have a new password set at the next start`
        : ''
    const said = error instanceof Error ? error.message : String(error)
    throw new StartFault(
      `The embedded database in "${home}" started but refuses the server (${said})${remedy}.`,
      {
        cause: error,
      },
    )
  } finally {
    await client.end()
  }
}

// One log for each start and the one before, so that logs can't fill the disk.
async function keepOldLog(logFile: string): Promise<void> {
  await rename(logFile, `${logFile}.1`).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
