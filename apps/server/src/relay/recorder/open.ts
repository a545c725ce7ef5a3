import { statSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { BlobStore } from '../../ports/blob.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createRecorder, type TrafficRecorder } from './recorder.ts'
import { unlimitedSpace, createDiskSpace, type DiskSpace } from './disk-space.ts'

type Storage = {
  dataFolder: string
  /** Null for a bucket. */
  blobFolder: string | null
  shared: boolean
}

const writtenAtOnce = 2
const storedAtOnce = 4

export const openRecorder = (
  { blobs, bus, clock, journal }: { blobs: BlobStore; bus: Bus; clock: Clock; journal: Journal },
  { dataFolder, blobFolder, shared }: Storage,
): TrafficRecorder => {
  const folder = join(dataFolder, 'captures')
  const spool = createDiskSpace(folder)
  return createRecorder({
    ...{ blobs, bus, clock, journal, folder },
    spaces: { spool, target: targetOf(blobFolder, folder, spool) },
    // With a bucket the folder may be lost with the process, but copies are not.
    copies: shared || blobFolder === null,
    limits: { writing: pLimit(writtenAtOnce), storing: pLimit(storedAtOnce) },
  })
}

// On the same disk, writes to one folder take room from the other.
const targetOf = (stored: string | null, folder: string, spool: DiskSpace): DiskSpace => {
  if (stored === null) return unlimitedSpace
  const same = deviceOf(stored) === deviceOf(folder)
  return same ? spool : createDiskSpace(stored)
}

const deviceOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? deviceOf(join(path, '..')) : found.dev
}
