import { resolveTxt } from 'node:dns/promises'
import { thisMachine } from '../kit/machine.ts'
import { nodeEnds } from '../modules/status/checks/level.ts'
import type { Installation } from '../modules/status/installation.ts'
import type { Config } from '../config/schema.ts'

type Place = Pick<
  Installation,
  'dataFolder' | 'machine' | 'mailsPerHour' | 'nodeEnds' | 'openCache' | 'textRecords' | 'unlimited'
>

/** What the checks of an installation look at beyond its adapters. */
export const placeOf = (
  { connectionStrings: { redisCache }, disableRateLimit, emailConfig }: Config,
  dataFolder: string,
): Place => ({
  dataFolder,
  machine: thisMachine(),
  nodeEnds,
  unlimited: disableRateLimit,
  mailsPerHour: emailConfig.perHour === 0 ? null : emailConfig.perHour,
  textRecords: resolveTxt,
  openCache:
    redisCache === null
      ? null
      : async () => (await import('../adapters/redis/facts.ts')).openRedisFacts(redisCache),
})
