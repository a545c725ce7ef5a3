import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type DatabaseAddress } from '../../apps/server/src/adapters/sql/connect.ts'
import type { Db } from '../../apps/server/src/ports/database.ts'
import type { TestDatabases } from './global-setup.ts'

export type TestDatabase = { address: DatabaseAddress; db: Db; drop(): Promise<void> }

const admins = new Map<string, pg.Pool>()

/** Kept for all files of a worker, since a connection takes longer than what is asked. The database ends it. */
const adminOf = (server: TestDatabases['server']): pg.Pool => {
  const key = `${server.host}:${server.port}`
  const known = admins.get(key)
  if (known !== undefined) return known
  const pool = new pg.Pool({ ...server, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  admins.set(key, pool)
  return pool
}

export const createTestDatabase = async ({ bare = false } = {}): Promise<TestDatabase> => {
  const { server, template } = inject('databases')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = adminOf(server)
  await admin.query(`create database ${name} template ${bare ? 'template0' : template} strategy file_copy`)
  const address = { ...server, database: name }
  const { db, close } = connect(address, { poolSize: 2, onError: () => undefined })
  return {
    address,
    db,
    async drop() {
      await close()
      await admin.query(`drop database ${name} with (force)`)
    },
  }
}
