import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault, type StartLog } from '../../../kit/start-fault.ts'
import { postmasterFile, readPostmasterFile } from './postmaster-file.ts'

const ESCALATION: readonly { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 5000 },
  { signal: 'SIGQUIT', waitMs: 3000 },
  { signal: 'SIGKILL', waitMs: 3000 },
]

/** PostgreSQL only checks whether the pid in the file is in use. The caller holds the lock on the folder. */
export async function clearLeftovers(cluster: string, log: StartLog, processes = '/proc'): Promise<void> {
  const running = async (): Promise<number[]> =>
    (await processesInside(cluster, processes)) ?? (await processBehindSocket(cluster))
  for (const { signal, waitMs } of ESCALATION) {
    const pids = await running()
    if (pids.length === 0) return rm(postmasterFile(cluster), { force: true })
    log(
      'warn',
      `Stopping the database server that an earlier start left running (process ${pids.join(', ')}).`,
    )
    for (const pid of pids) sendSignal(pid, signal)
    for (const until = performance.now() + waitMs; performance.now() < until; ) {
      await sleep(20)
      if ((await running()).length === 0) break
    }
  }
  const left = await running()
  if (left.length === 0) return rm(postmasterFile(cluster), { force: true })
  throw new StartFault(
    `A database server that an earlier start left running can't be stopped (process ${left.join(', ')}): stop it by hand.`,
  )
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

// The cluster's processes are PostgreSQL and work in its folder. Leaves out children of such processes. Null
// if the system doesn't show processes.
async function processesInside(cluster: string, processes: string): Promise<number[] | null> {
  const folder = await stat(cluster).catch(() => null)
  if (folder === null) return []
  const names: string[] = await readdir(processes).catch(() => [])
  if (!names.includes('self')) return null
  const parents = new Map<number, number>()
  const look = async (name: string): Promise<void> => {
    try {
      // The program first: asking for the folder of a process on a dead network disk never returns.
      const program = await readlink(join(processes, name, 'exe'))
      if (basename(program.replace(/ \(deleted\)$/, '')) !== 'postgres') return
      const work = await stat(join(processes, name, 'cwd'))
      if (work.dev !== folder.dev || work.ino !== folder.ino) return
      parents.set(Number(name), parentOf(await readFile(join(processes, name, 'stat'), 'utf8')))
    } catch {
      // Not readable or gone: no process of this cluster.
    }
  }
  await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(look))
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid)
}

// The name in brackets may hold anything, brackets too; the parent is the second field after it.
function parentOf(line: string): number {
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])
}

async function processBehindSocket(cluster: string): Promise<number[]> {
  const file = await readPostmasterFile(cluster)
  if (file === null || !(file.pid > 0)) return []
  return (await answers(file.socket)) ? [file.pid] : []
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ path })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Busy is alive too: only these errors say that no process is there.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT' && error.code !== 'ENOTSOCK')
    })
  })
}
