import { openRedisBus } from '../adapters/bus/redis.ts'
import { redisCache } from '../adapters/cache/redis.ts'
import { redisLimiter } from '../adapters/limiter/redis.ts'
import { postgresLock } from '../adapters/lock/postgres.ts'
import { connectRedis } from '../adapters/redis/connection.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import type { Clock } from '../ports/clock.ts'

const lockConnections = 8

/** Locks stay in the database. `opened` collects functions that close, in the order of opening. */
export const openRedisAdapters = async (
  url: string,
  database: DatabaseAddress,
  clock: Clock,
  report: (message: string, error?: unknown) => void,
  opened: (() => Promise<void>)[],
) => {
  const redis = connectRedis({ url, report })
  opened.push(() => redis.close())
  const bus = await openRedisBus({ redis, report })
  opened.push(() => bus.close())
  const { pool, close } = connect(database, {
    poolSize: lockConnections,
    onError: (error) => report('lock connection lost', error),
  })
  opened.push(close)
  return {
    bus,
    cache: redisCache(redis, clock, report),
    limiter: redisLimiter({ redis, clock, report }),
    lock: postgresLock({ pool, report }),
  }
}
