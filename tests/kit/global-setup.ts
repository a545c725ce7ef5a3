import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../apps/server/src/adapters/sql/embedded/embedded.ts'
import { connect, type DatabaseAddress } from '../../apps/server/src/adapters/sql/connect.ts'
import { migrate } from '../../apps/server/src/adapters/sql/migrate.ts'
import { startRedis } from './redis.ts'
import { startSystemPostgres } from './system-postgres.ts'

export type TestDatabases = { server: Exclude<DatabaseAddress, { url: string }>; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestDatabases
    /** Null for a run without Redis. */
    redisUrl: string | null
  }
}

type Running = { server: TestDatabases['server']; stop(): Promise<void> }

/** PENNANT_TEST_DATABASE=postgres and PENNANT_TEST_REDIS=1 replace the embedded database. */
export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  setupWith(project, {
    database: process.env['PENNANT_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded',
    redis: process.env['PENNANT_TEST_REDIS'] === '1',
  })

export const setupWith = async (
  project: TestProject,
  wanted: { database: 'embedded' | 'postgres'; redis: boolean },
): Promise<() => Promise<void>> => {
  const database = wanted.database === 'postgres' ? await systemServer() : await embeddedServer()
  const redis = wanted.redis ? await startRedis() : null
  const template = `template_${randomBytes(4).toString('hex')}`
  await createTemplate(database.server, template)
  project.provide('databases', { server: database.server, template })
  project.provide('redisUrl', redis?.url ?? null)
  return async () => {
    await redis?.stop()
    await database.stop()
  }
}

const embeddedServer = async (): Promise<Running> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pennant-test-'))
  const embedded = await startEmbedded({
    dataFolder,
    log: () => undefined,
    durability: 'none',
    systemFolder: join(dataFolder, 'system'),
  })
  return {
    server: embedded.connection,
    async stop() {
      await embedded.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const systemServer = async (): Promise<Running> => {
  const { socketDir, port, stop } = await startSystemPostgres()
  return { server: { host: socketDir, port, user: 'postgres', database: 'postgres' }, stop }
}

const createTemplate = async (server: TestDatabases['server'], template: string): Promise<void> => {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  const connection = connect({ ...server, database: template }, { poolSize: 1, onError: () => undefined })
  await migrate(connection.untyped)
  await connection.close()
}
