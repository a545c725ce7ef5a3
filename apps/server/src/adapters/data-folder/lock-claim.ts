import { readFile, readdir, rm, open, statfs, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeWhole } from './whole-file.ts'

export type Claim = {
  id: string
  state: 'contending' | 'holding'
  pid: number
  host: string
  /** Identifies a running kernel: the same in all containers of a machine, new after a boot. */
  boot: string
  startedAt: string
  address: string | null
}

export const HEARTBEAT_MS = 2000
const WATCH_MS = 10_000
const NAME = /^([0-9a-f]{16})\.json$/

// File systems that only one kernel at a time can mount.
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
])

export const claimName = (id: string): string => `${id}.json`
export const socketName = (id: string): string => `${id}.sock`

export async function thisKernel(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  } catch {
    return `host ${hostname()}`
  }
}

export async function isLocal(folder: string): Promise<boolean> {
  return LOCAL_FILE_SYSTEMS.has((await statfs(folder)).type >>> 0)
}

export async function announce(folder: string, record: Claim): Promise<void> {
  await writeWhole(join(folder, claimName(record.id)), JSON.stringify(record))
}

/** Names are never reused, so this can't hit a newcomer. */
export async function withdraw(folder: string, id: string): Promise<void> {
  await rm(join(folder, claimName(id)), { force: true })
  await rm(join(folder, socketName(id)), { force: true })
}

export async function announced(folder: string): Promise<string[]> {
  const ids: string[] = []
  for (const name of await readdir(folder)) {
    const id = NAME.exec(name)?.[1]
    if (id !== undefined) ids.push(id)
  }
  return ids
}

export async function sweep(folder: string, longAgo: number): Promise<void> {
  const names = await readdir(folder)
  for (const name of names) {
    const forgotten =
      name.endsWith('.tmp') || (name.endsWith('.sock') && !names.includes(name.replace(/sock$/, 'json')))
    if (!forgotten) continue
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && info.mtimeMs < longAgo) await rm(join(folder, name), { force: true })
  }
}

export async function readClaim(folder: string, id: string): Promise<Claim | null> {
  const text = await readFile(join(folder, claimName(id)), 'utf8').catch(() => '')
  return parseClaim(text)
}

export function parseClaim(text: string): Claim | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { id, state, pid, host, boot, startedAt, address } = value as { [key in keyof Claim]?: unknown }
  if (state !== 'contending' && state !== 'holding') return null
  if (typeof id !== 'string' || typeof pid !== 'number' || typeof host !== 'string') return null
  if (typeof boot !== 'string' || typeof startedAt !== 'string') return null
  return { id, state, pid, host, boot, startedAt, address: typeof address === 'string' ? address : null }
}

/** True if the file is touched meanwhile: its holder runs on a machine that can't be asked. */
export async function stillBeats(folder: string, id: string, watchMs = WATCH_MS): Promise<boolean> {
  const first = await lastBeat(folder, id)
  for (let waited = 0; waited < watchMs; waited += HEARTBEAT_MS / 2) {
    await sleep(HEARTBEAT_MS / 2)
    const now = await lastBeat(folder, id)
    if (now === null) return false
    if (now !== first) return true
  }
  return false
}

async function lastBeat(folder: string, id: string): Promise<number | null> {
  // Opening makes a network file system ask its server instead of its cache.
  const handle = await open(join(folder, claimName(id)), 'r').catch(() => null)
  if (handle === null) return null
  try {
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
  }
}
