import { statSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { BlobStore } from '../../ports/blob.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createRecorder, type TrafficRecorder } from './recorder.ts'
import { boundless, createRoom, type Room } from './room.ts'

type Storage = {
  /** Of this process. */
  dataFolder: string
  /** Where what is stored lies on the disk; null for a bucket. */
  blobFolder: string | null
  /** Several processes work as one. */
  shared: boolean
}

const writtenAtOnce = 2
const storedAtOnce = 4

export const openRecorder = (
  { blobs, bus, clock, journal }: { blobs: BlobStore; bus: Bus; clock: Clock; journal: Journal },
  { dataFolder, blobFolder, shared }: Storage,
): TrafficRecorder => {
  const folder = join(dataFolder, 'captures')
  const spool = createRoom(folder)
  return createRecorder({
    ...{ blobs, bus, clock, journal, folder },
    rooms: { spool, target: targetOf(blobFolder, folder, spool) },
    // With a bucket, the folder need not outlive the process: what is copied does.
    copies: shared || blobFolder === null,
    turns: { writing: pLimit(writtenAtOnce), storing: pLimit(storedAtOnce) },
  })
}

/** On one disk, what is being written to one folder counts for the other, too. */
const targetOf = (stored: string | null, folder: string, spool: Room): Room => {
  if (stored === null) return boundless
  const same = deviceOf(stored) === deviceOf(folder)
  return same ? spool : createRoom(stored)
}

/** Of a folder, or of the one that it will be made in. */
const deviceOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? deviceOf(join(path, '..')) : found.dev
}
