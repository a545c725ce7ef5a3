import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import type { Pool } from 'pg'
import type { AfterCommit } from '../../ports/database.ts'

type Waiting = WeakMap<DatabaseConnection, (() => void)[]>

class CommitDriver extends PostgresDriver {
  private readonly waiting: Waiting

  constructor(pool: Pool, waiting: Waiting) {
    super({ pool })
    this.waiting = waiting
  }

  override async beginTransaction(...given: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    this.waiting.set(given[0], [])
    await super.beginTransaction(...given)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.waiting.delete(connection)
    await super.rollbackTransaction(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    const works = this.waiting.get(connection) ?? []
    this.waiting.delete(connection)
    for (const work of works) work()
  }
}

export const createCommits = (pool: Pool): { dialect: PostgresDialect; afterCommit: AfterCommit } => {
  const waiting: Waiting = new WeakMap()
  return {
    dialect: Object.assign(new PostgresDialect({ pool }), {
      createDriver: () => new CommitDriver(pool, waiting),
    }),
    // All queries of a transaction share its connection.
    afterCommit: (tx, work) =>
      tx.getExecutor().provideConnection(async (connection) => {
        const works = waiting.get(connection)
        if (works === undefined) throw new Error('outside a transaction nothing is committed')
        works.push(work)
      }),
  }
}
