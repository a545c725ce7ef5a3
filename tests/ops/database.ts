import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { skipReason } from '../kit/skip-reason.ts'

export const notLinux = skipReason(process.platform === 'linux', 'it looks into /proc, which only Linux has')

export function databaseOf(dataDir: string): number[] {
  if (!existsSync(clusterOf(dataDir))) return []
  const cluster = statSync(clusterOf(dataDir))
  return postgresWhere((link) => {
    const work = statSync(link)
    return work.dev === cluster.dev && work.ino === cluster.ino
  })
}

/** Anywhere below. */
export const databasesBelow = (folder: string): number[] =>
  postgresWhere((link) => `${readlinkSync(link)}/`.startsWith(`${realpathSync(folder)}/`))

/** `worksHere` gets a link to the folder that the process works in. */
const postgresWhere = (worksHere: (link: string) => boolean): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const program = path.basename(readlinkSync(`/proc/${name}/exe`))
        return program.startsWith('postgres') && worksHere(`/proc/${name}/cwd`)
      } catch {
        return false
      }
    })
    .map(Number)

export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended meanwhile, like children of a killed parent.
  }
}

/** The database may have been put outside the data folder. */
export async function endDatabase(dataDir: string): Promise<void> {
  await endAll(() => databaseOf(dataDir))
  const elsewhere = homeElsewhere(dataDir)
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true })
}

/** Also those of a killed command, which nothing else ends. */
export const endDatabasesBelow = (folder: string): Promise<void> =>
  endAll(() => (existsSync(folder) ? databasesBelow(folder) : []))

const endAll = async (running: () => number[]): Promise<void> => {
  for (let tries = 0; tries < 50 && running().length > 0; tries++) {
    for (const pid of running()) killNow(pid)
    await wait(100)
  }
}

export const homeOf = (dataDir: string): string => homeElsewhere(dataDir) ?? path.join(dataDir, 'postgres')

export const clusterOf = (dataDir: string): string => path.join(homeOf(dataDir), 'data')

/** A server started by root on a private folder keeps its database elsewhere. */
function homeElsewhere(dataDir: string): string | undefined {
  try {
    const pointer: unknown = JSON.parse(readFileSync(path.join(dataDir, 'postgres/elsewhere.json'), 'utf8'))
    const found =
      typeof pointer === 'object' && pointer !== null && 'path' in pointer ? pointer.path : undefined
    return typeof found === 'string' ? found : undefined
  } catch {
    return undefined
  }
}
