import { randomUUID } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { Readable } from 'node:stream'
import { thisMachine } from '../kit/machine.ts'
import { nodeEnds } from '../modules/status/checks/level.ts'
import type { Installation } from '../modules/status/installation.ts'
import type { Config } from '../config/schema.ts'
import { openTarget, storageFolderOf } from '../backup/target.ts'

type Place = Pick<
  Installation,
  | 'dataFolder'
  | 'dkimSelector'
  | 'machine'
  | 'mailsPerHour'
  | 'nodeEnds'
  | 'openCache'
  | 'textRecords'
  | 'tryBackupTarget'
  | 'unlimited'
>

/** What the checks of an installation look at beyond its adapters. */
export const placeOf = (
  { backup, connectionStrings, disableRateLimit, emailConfig }: Config,
  dataFolder: string,
): Place => ({
  dataFolder,
  machine: thisMachine(),
  nodeEnds,
  unlimited: disableRateLimit,
  mailsPerHour: emailConfig.perHour === 0 ? null : emailConfig.perHour,
  dkimSelector: emailConfig.dkimSelector === '' ? null : emailConfig.dkimSelector,
  textRecords: resolveTxt,
  openCache: cacheOf(connectionStrings),
  async tryBackupTarget() {
    const storageFolder = storageFolderOf(connectionStrings.storage, dataFolder)
    const { blobs } = await openTarget(backup.to, { from: dataFolder, storageFolder })
    try {
      const name = `doctor-${randomUUID()}`
      await blobs.put(name, Readable.from([Buffer.alloc(triedBytes)]))
      await blobs.delete(name)
    } finally {
      await blobs.close()
    }
  },
})

const triedBytes = 1_048_576

const cacheOf = ({ redisCache }: Config['connectionStrings']): Place['openCache'] =>
  redisCache === null
    ? null
    : async () => (await import('../adapters/redis/facts.ts')).openRedisFacts(redisCache)
