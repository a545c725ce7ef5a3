import path from 'node:path'
import { onTestFinished } from 'vitest'
import { redisMissing, startRedis, type TestRedis } from '../kit/redis.ts'
import { startSystemPostgres, systemPostgresMissing, type TestPostgres } from '../kit/system-postgres.ts'
import { gameEnvironment } from './game.ts'
import { type Server, startServer, temporaryFolder } from './server.ts'
import { connectSql, type Sql } from './sql.ts'

export const severalMissing = (): string | null => systemPostgresMissing() ?? redisMissing()

/** Durable against the end of the database, not of the machine. */
export async function startDatabase(): Promise<TestPostgres> {
  const postgres = await startSystemPostgres({ settings: { synchronous_commit: 'on' } })
  onTestFinished(() => postgres.stop())
  return postgres
}

export type Installation = {
  postgres: TestPostgres
  redis: TestRedis
  sql: Sql
  start(more?: NodeJS.ProcessEnv): Promise<Server>
}

export async function makeInstallation(): Promise<Installation> {
  const postgres = await startDatabase()
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const env = { ...gameEnvironment, DATABASE_URL: postgres.url(), REDIS_URL: redis.url }
  return {
    postgres,
    redis,
    sql: connectSql({ connectionString: postgres.url() }),
    start: (more = {}) =>
      startServer({ dataDir: path.join(temporaryFolder(), 'data'), env: { ...env, ...more } }),
  }
}
