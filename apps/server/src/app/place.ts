import { resolveTxt } from 'node:dns/promises'
import { thisMachine } from '../kit/machine.ts'
import type { Installation } from '../modules/status/installation.ts'
import type { Config } from '../config/schema.ts'
import { storageFolderOf, tryTarget } from '../backup/target.ts'

type Part = 'dataFolder' | 'dkimSelector' | 'machine' | 'mailsPerHour' | 'openCache' | 'textRecords'
export type Place = Pick<Installation, Part | 'tryBackupTarget' | 'unlimited'>

/** What the checks of an installation look at beyond its adapters. */
export const placeOf = (
  { backup, connectionStrings: { redisCache, storage }, disableRateLimit, emailConfig }: Config,
  dataFolder: string,
): Place => ({
  dataFolder,
  machine: thisMachine(),
  unlimited: disableRateLimit,
  mailsPerHour: emailConfig.perHour === 0 ? null : emailConfig.perHour,
  dkimSelector: emailConfig.dkimSelector === '' ? null : emailConfig.dkimSelector,
  textRecords: resolveTxt,
  openCache:
    redisCache === null
      ? null
      : async () => (await import('../adapters/redis/facts.ts')).openRedisFacts(redisCache),
  tryBackupTarget: () =>
    tryTarget(backup.to, { from: dataFolder, storageFolder: storageFolderOf(storage, dataFolder) }),
})
