import { join } from 'node:path'
import { parseStorage } from '../adapters/blob/storage.ts'
import type { Config } from '../config/schema.ts'
import { createRecorder, type TrafficRecorder } from '../relay/recorder/recorder.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Services } from './services.ts'
import { createSlots } from './slots.ts'

type Needs = {
  config: Pick<Config, 'connectionStrings'>
  services: Pick<Services, 'blobs' | 'bus' | 'clock'>
  dataFolder: string
  journal: Journal
}

const writtenAtOnce = 2
const storedAtOnce = 4

export const openRecorder = ({ config, services, dataFolder, journal }: Needs): TrafficRecorder => {
  const { storage, redisCache } = config.connectionStrings
  const sameDisk = parseStorage(storage).kind === 'disk'
  return createRecorder({
    ...services,
    journal,
    folder: join(dataFolder, 'captures'),
    sameDisk,
    // With a bucket, the folder need not outlive the process: what is copied does.
    copies: redisCache !== null || !sameDisk,
    turns: { writing: createSlots(writtenAtOnce), storing: createSlots(storedAtOnce) },
  })
}
