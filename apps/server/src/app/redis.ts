import { openRedisBus } from '../adapters/bus/redis.ts'
import { redisCache } from '../adapters/cache/redis.ts'
import { redisLimiter } from '../adapters/limiter/redis.ts'
import { postgresLock } from '../adapters/lock/postgres.ts'
import { connectRedis } from '../adapters/redis/connection.ts'
import type { connect } from '../adapters/sql/connect.ts'
import type { Clock } from '../ports/clock.ts'

export type Opening = {
  open(poolSize: number, lost: string): ReturnType<typeof connect>
  report(message: string, error?: unknown): void
  /** Functions that close, in the order of opening. */
  opened: (() => Promise<void>)[]
}

const lockConnections = 8

/** Locks stay in the database. */
export const openRedisAdapters = async (url: string, clock: Clock, { open, report, opened }: Opening) => {
  const redis = connectRedis({ url, report })
  opened.push(() => redis.close())
  const bus = await openRedisBus({ redis, report })
  opened.push(() => bus.close())
  const { pool } = open(lockConnections, 'lock connection lost')
  return {
    bus,
    cache: redisCache(redis, clock, report),
    limiter: redisLimiter({ redis, clock, report }),
    lock: postgresLock({ pool, report }),
  }
}
