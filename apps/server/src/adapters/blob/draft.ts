import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readlink, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** Drafts have names that no key can have, in the same file system, so that a single step moves them. */
export type Drafts = { create(): Promise<{ path: string; file: FileHandle }> }

// A writer elsewhere may be slow, but one that has not written for this long is gone.
const abandonedAfterMs = 24 * 3_600_000

export async function openDrafts(root: string, now: number = Date.now()): Promise<Drafts> {
  const folder = path.join(root, '~drafts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const space = await processSpace()
  const self = { space, pid: process.pid, since: Math.floor(performance.timeOrigin) }
  await sweep(folder, self, now)
  return {
    async create() {
      const draft = path.join(folder, `${space}.${self.pid}.${self.since}.${randomUUID()}`)
      try {
        return { path: draft, file: await open(draft, 'wx', 0o600) }
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        await mkdir(folder, { recursive: true, mode: 0o700 })
        return { path: draft, file: await open(draft, 'wx', 0o600) }
      }
    },
  }
}

type Owner = { space: string; pid: number; since: number }

async function sweep(folder: string, self: Owner, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = path.join(folder, name)
    const [space = '', pid, since] = name.split('.')
    const dead = isDead({ space, pid: Number(pid), since: Number(since) }, self)
    if (dead || (await isAbandoned(draft, now))) await unlink(draft).catch(() => undefined)
  }
}

// Process ids are unique only within one machine and one container.
async function processSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 12)
}

function isDead(owner: Owner, self: Owner): boolean {
  if (owner.space !== self.space || !Number.isSafeInteger(owner.pid) || owner.pid <= 0) return false
  // A container that restarts assigns the same ids again.
  if (owner.pid === self.pid) return owner.since !== self.since
  try {
    process.kill(owner.pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

async function isAbandoned(draft: string, now: number): Promise<boolean> {
  const info = await stat(draft).catch(() => null)
  return info !== null && now - info.mtimeMs > abandonedAfterMs
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
