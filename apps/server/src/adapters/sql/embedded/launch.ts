import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartLog } from '../../../kit/start-fault.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { databaseFault } from './cluster.ts'
import { postmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { asAccount } from './program.ts'
import { type Durability, type ServerPaths, serverArguments } from './settings.ts'

const POLL_MS = 10
const STILL_STARTING_MS = 10_000
const TAIL_BYTES = 8192
const ESCALATION: readonly { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 5000 },
  { signal: 'SIGQUIT', waitMs: 2000 },
  { signal: 'SIGKILL', waitMs: 1000 },
]

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Server = {
  readonly pid: number
  readonly exited: Promise<Exit>
  lastWords(): Promise<string>
  /** False if it survives even force. */
  shutDown(): Promise<boolean>
  hurry(): void
}

export type LaunchPlan = {
  binaries: Binaries
  account: Account | null
  paths: ServerPaths
  durability: Durability
  logFile: string
  log: StartLog
}

export async function launch(plan: LaunchPlan, signal: AbortSignal): Promise<Server> {
  const server = await spawnServer(plan)
  let exit: Exit | null = null
  void server.exited.then((value) => {
    exit = value
  })
  let remark = performance.now() + STILL_STARTING_MS
  for (;;) {
    if (signal.aborted) {
      await server.shutDown()
      signal.throwIfAborted()
    }
    const file = await readPostmasterFile(plan.paths.cluster)
    if (file?.pid === server.pid && file.state === 'ready') {
      const unwatch = hurryWhenAsked(plan.paths.cluster, server.pid, server.hurry)
      void server.exited.then(unwatch)
      return server
    }
    if (exit !== null) throw databaseFault(plan.paths.cluster, await server.lastWords())
    if (performance.now() > remark) {
      remark += STILL_STARTING_MS
      plan.log(
        'info',
        'The database is still starting: it is recovering what was written before the last stop.',
      )
    }
    await sleep(POLL_MS)
  }
}

async function spawnServer(plan: LaunchPlan): Promise<Server> {
  const { binaries, account, paths, durability, logFile } = plan
  // A file, not a pipe: if this process is killed, the server must not stumble over its log.
  const output = await open(logFile, 'a', 0o600)
  try {
    const from = (await stat(logFile)).size
    const child = spawn(binaries.postgres, serverArguments(paths, durability), {
      ...asAccount(account),
      env: binaries.environment,
      cwd: '/',
      // Ctrl-C goes to a terminal's whole process group; the database has to outlive the last write.
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
    const exited = new Promise<Exit>((resolve) =>
      child.once('exit', (code, by) => resolve({ code, signal: by })),
    )
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    child.on('error', (error) =>
      plan.log('warn', `Couldn't send a signal to the database server: ${error.message}`),
    )
    return {
      pid: child.pid ?? -1,
      exited,
      lastWords: () => readTail(logFile, from).catch(() => ''),
      shutDown: async () => {
        if (await shutDown((name) => child.kill(name), exited)) return true
        plan.log('error', `Couldn't stop the database server (process ${child.pid}).`)
        child.unref()
        return false
      },
      hurry: () => void child.kill('SIGINT'),
    }
  } finally {
    await output.close()
  }
}

// Fast, then immediate (loses nothing, but the next start has to recover), then by force.
async function shutDown(send: (signal: NodeJS.Signals) => void, exited: Promise<Exit>): Promise<boolean> {
  for (const { signal, waitMs } of ESCALATION) {
    send(signal)
    const patience = new AbortController()
    const waited = sleep(waitMs, false, { signal: patience.signal }).catch(() => false)
    const gone = await Promise.race([exited.then(() => true), waited])
    patience.abort()
    if (gone) return true
  }
  return false
}

// A SIGTERM from outside leaves the server in between: it refuses clients and stays until the last one is
// gone. Then it is better stopped now and restarted.
function hurryWhenAsked(cluster: string, pid: number, hurry: () => void): () => void {
  const look = async (): Promise<void> => {
    const file = await readPostmasterFile(cluster)
    if (file?.pid === pid && file.state === 'stopping') hurry()
  }
  try {
    const watcher = watch(postmasterFile(cluster), { persistent: false }, () => void look())
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}

async function readTail(path: string, from: number): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(from, size - TAIL_BYTES)
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.max(0, size - start)),
      0,
      undefined,
      start,
    )
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
