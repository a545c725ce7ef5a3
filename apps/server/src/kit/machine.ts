import { readFile, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'

export type FolderRoom = { free: number; total: number; inodesFree: number; inodes: number }

export type Machine = {
  readonly nodeVersion: string
  /** Null where the system doesn't tell, or sets no limit. */
  openFiles(): Promise<number | null>
  /** Of the machine, or what the group of this process is allowed. */
  memoryBytes(): number
  room(folder: string): Promise<FolderRoom>
  /** Ticks of all processors since the start: those that the host gave to others, and all. */
  ticks(): Promise<{ stolen: number; all: number } | null>
}

export const thisMachine = (): Machine => ({
  nodeVersion: process.versions.node,

  async openFiles() {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
    const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
    return soft === undefined || soft === 'unlimited' ? null : Number(soft)
  },

  memoryBytes() {
    const allowed = process.constrainedMemory()
    return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  },

  async room(folder) {
    const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize, inodesFree: ffree, inodes: files }
  },

  async ticks() {
    const text = await readFile('/proc/stat', 'utf8').catch(() => '')
    const [first = ''] = text.split('\n', 1)
    const counts = first.split(/\s+/).slice(1, 9).map(Number)
    const stolen = counts[7]
    return stolen === undefined ? null : { stolen, all: counts.reduce((sum, one) => sum + one, 0) }
  },
})
