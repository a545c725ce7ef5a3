import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

/** For several processes, and with PENNANT_TEST_DATABASE=postgres or PENNANT_TEST_REDIS=1, those of the system. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const isCluster = /^cluster/.test(project.name)
  const onSystem = isCluster || process.env['PENNANT_TEST_DATABASE'] === 'postgres'
  const database = onSystem ? await systemServer() : await embeddedServer()
  const redis = isCluster || process.env['PENNANT_TEST_REDIS'] === '1' ? await startRedis() : null
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
  await trustAll(embedded.connection, join(dataFolder, 'postgres', 'pg_hba.conf'))
  return {
    server: embedded.connection,
    async stop() {
      await embedded.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Deriving a key from the password takes most of the time of each of the many connections. */
const trustAll = async (server: TestDatabases['server'], accessFile: string): Promise<void> => {
  const access = await readFile(accessFile, 'utf8')
  await writeFile(accessFile, access.replace('scram-sha-256', 'trust'))
  const client = new pg.Client(server)
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.end()
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
