import { statSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { parseStorage } from '../adapters/blob/storage.ts'
import type { Config } from '../config/schema.ts'
import { createRecorder, type TrafficRecorder } from '../relay/recorder/recorder.ts'
import { boundless, createRoom, type Room } from '../relay/recorder/room.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Adapters } from './adapters.ts'

type Needs = {
  config: Pick<Config, 'connectionStrings'>
  adapters: Pick<Adapters, 'blobs' | 'blobFolder' | 'bus' | 'clock'>
  dataFolder: string
  journal: Journal
}

const writtenAtOnce = 2
const storedAtOnce = 4

export const openRecorder = ({ config, adapters, dataFolder, journal }: Needs): TrafficRecorder => {
  const { storage, redisCache } = config.connectionStrings
  const onDisk = parseStorage(storage).kind === 'disk'
  const folder = join(dataFolder, 'captures')
  const spool = createRoom(folder)
  return createRecorder({
    ...adapters,
    journal,
    folder,
    rooms: { spool, target: targetOf(adapters.blobFolder, folder, spool) },
    // With a bucket, the folder need not outlive the process: what is copied does.
    copies: redisCache !== null || !onDisk,
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
