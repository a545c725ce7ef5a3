import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import type { Pool } from 'pg'
import type { AfterCommit } from '../../ports/database.ts'

type Waiting = WeakMap<DatabaseConnection, (() => void)[]>
export type NoteWait = (ms: number) => void

class CommitDriver extends PostgresDriver {
  private readonly pool: Pool
  private readonly waiting: Waiting
  private readonly noteWait: NoteWait

  constructor(pool: Pool, waiting: Waiting, noteWait: NoteWait) {
    super({ pool })
    this.pool = pool
    this.waiting = waiting
    this.noteWait = noteWait
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const { idleCount, options, totalCount } = this.pool
    // Opening one more takes time, too, but nobody waits for the others.
    if (idleCount > 0 || totalCount < options.max) {
      this.noteWait(0)
      return super.acquireConnection()
    }
    const asked = performance.now()
    try {
      return await super.acquireConnection()
    } finally {
      this.noteWait(performance.now() - asked)
    }
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

export const createCommits = (
  pool: Pool,
  noteWait: NoteWait,
): { dialect: PostgresDialect; afterCommit: AfterCommit } => {
  const waiting: Waiting = new WeakMap()
  return {
    dialect: Object.assign(new PostgresDialect({ pool }), {
      createDriver: () => new CommitDriver(pool, waiting, noteWait),
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
