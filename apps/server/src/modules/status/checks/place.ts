import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessLoad } from '@pennant/contract/status'
import type { Machine } from '../../../kit/machine.ts'
import { type Check, found, foundIf, type PageFinding } from './check.ts'
import {
  judgeInodes,
  judgeMemory,
  judgeNode,
  judgeOpenFiles,
  judgeRoom,
  judgeStolen,
  judgeSync,
  p95,
} from './level.ts'

type Allowed = Pick<ProcessLoad, 'memoryBytes' | 'openFiles'>

type Needs = {
  machine: Machine
  now: () => number
  nodeEnds: Readonly<Record<number, number>>
  /** Of servers that run. Service managers allow them other things than this process has. */
  allowed?: () => readonly Allowed[]
}

/** Null: nobody knows any. */
const least = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => value != null)
  return known.length === 0 ? null : Math.min(...known)
}

export const placeCheck = ({ machine, now, nodeEnds, allowed }: Needs): Check<PageFinding> => ({
  id: 'place',
  async run() {
    const servers = allowed?.() ?? []
    const files = least(servers.map(({ openFiles }) => openFiles)) ?? (await machine.openFiles())
    const memory = least(servers.map(({ memoryBytes }) => memoryBytes)) ?? machine.memoryBytes()
    return [
      ...foundIf(judgeNode(machine.nodeVersion, nodeEnds, now()), 'place.node', machine.nodeVersion),
      ...(files === null ? [] : foundIf(judgeOpenFiles(files), 'place.openFiles', files)),
      ...foundIf(judgeMemory(memory), 'place.memory', Math.round(memory / 1_048_576)),
    ]
  },
})

export const diskCheck = (
  machine: Pick<Machine, 'room'>,
  folders: readonly string[],
): Check<PageFinding> => ({
  id: 'disk',
  async run() {
    const rooms = await Promise.all(folders.map((folder) => machine.room(folder)))
    // Folders on the same disk have the same room.
    const disks = new Map(
      rooms.map((room, at) => [JSON.stringify(room), { room, folder: folders[at] ?? '' }]),
    )
    return [...disks.values()].flatMap(({ room, folder }) => [
      ...foundIf(judgeRoom(room), 'storage.full', folder, room.free),
      ...foundIf(judgeInodes(room), 'disk.inodes', folder),
    ])
  },
})

const stolenMs = 5_000

export const stolenCheck = (machine: Pick<Machine, 'ticks'>, ms = stolenMs): Check => ({
  id: 'stolen',
  limitMs: ms + 5_000,
  async run(signal) {
    const before = await machine.ticks()
    await wait(ms, undefined, { signal })
    const after = await machine.ticks()
    if (before === null || after === null) return []
    const share = (after.stolen - before.stolen) / Math.max(1, after.all - before.all)
    return foundIf(judgeStolen(share), 'place.stolen', Math.round(share * 100))
  },
})

const block = Buffer.alloc(65_536, 'pennant')

export type SyncWrites = (folder: string, signal: AbortSignal) => Promise<readonly number[]>

/** Milliseconds of each write until the disk has it. `count` writes, or as many as `forMs` allows. */
export const syncWrites =
  ({ count, forMs }: { count: number; forMs: number }): SyncWrites =>
  async (folder, signal) => {
    const file = join(folder, `.pennant-doctor-${randomUUID()}`)
    const handle = await open(file, 'wx')
    const times: number[] = []
    const begun = performance.now()
    try {
      while (times.length < count && performance.now() - begun < forMs && !signal.aborted) {
        const start = performance.now()
        await handle.write(block, 0, block.length, 0)
        await handle.sync()
        times.push(performance.now() - start)
      }
    } finally {
      await handle.close()
      await rm(file, { force: true })
    }
    return times
  }

export const syncCheck = (folders: readonly string[], writes: SyncWrites, limitMs: number): Check => ({
  id: 'sync',
  limitMs,
  async run(signal) {
    const all = []
    for (const folder of folders) {
      try {
        const ms = p95(await writes(folder, signal))
        all.push(...foundIf(judgeSync(ms), 'disk.sync', folder, Math.round(ms)))
      } catch (error) {
        all.push(found('red', 'disk.write', folder, error instanceof Error ? error.message : 'unknown'))
      }
    }
    return all
  },
})
