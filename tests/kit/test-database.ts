import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type DatabaseAddress } from '../../apps/server/src/adapters/sql/connect.ts'
import type { Db } from '../../apps/server/src/ports/database.ts'

export type TestDatabase = { address: DatabaseAddress; db: Db; drop(): Promise<void> }

export const createTestDatabase = async ({ bare = false } = {}): Promise<TestDatabase> => {
  const { server, template } = inject('databases')
  const name = `test_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client(server)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await administer(`create database ${name} template ${bare ? 'template0' : template} strategy file_copy`)
  const address = { ...server, database: name }
  const { db, close } = connect(address, { poolSize: 2, onError: () => undefined })
  return {
    address,
    db,
    async drop() {
      await close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}
