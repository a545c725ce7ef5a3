import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { DeclaredMigration, MigrationKind } from './migrations/kind.ts'
import { migrations } from './migrations/index.ts'

/** Of a table that exists. `stops`: who waits while it is held. */
export type EstimatedLock = { table: string; stops: 'reads and writes' | 'writes'; rows: number }
export type PlannedMigration = { name: string; kind: MigrationKind; locks: EstimatedLock[] }

export const planOf = async (
  db: Db,
  pending: readonly string[],
  all: Readonly<Record<string, DeclaredMigration>> = migrations,
): Promise<PlannedMigration[]> => {
  const rowsOf = await estimatedRows(db)
  const planned: PlannedMigration[] = []
  for (const name of pending) {
    const migration = all[name]
    if (migration === undefined) continue
    const locks = locksOf(await statementsOf(migration))
      .filter(({ table }) => rowsOf.has(table))
      .map(({ table, stops }) => ({ table, stops, rows: rowsOf.get(table) ?? 0 }))
    planned.push({ name, kind: migration.kind, locks })
  }
  return planned
}

/** What the migration would execute. Sends nothing. */
const statementsOf = async (migration: DeclaredMigration): Promise<string[]> => {
  const texts: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void texts.push(query.sql),
  })
  await migration.up(db)
  return texts.flatMap((text) => text.replaceAll(/--.*$/gm, '').split(';'))
}

type Lock = Omit<EstimatedLock, 'rows'>

const name = '"?([a-z_]+)"?'
const whole = [
  new RegExp(`^alter table (?:only )?(?:if exists )?${name}`),
  new RegExp(`^(?:drop table|truncate)(?: table)?(?: if exists)? ${name}`),
]
const writes = [
  new RegExp(`^create (?:unique )?index (?!concurrently).* on ${name}`),
  new RegExp(`\\breferences ${name}`, 'g'),
  new RegExp(`^(?:update|delete from) ${name}`),
]

const locksOf = (statements: readonly string[]): Lock[] => {
  const locks = new Map<string, Lock>()
  const add = (table: string | undefined, stops: Lock['stops']): void => {
    if (table !== undefined && locks.get(table)?.stops !== 'reads and writes')
      locks.set(table, { table, stops })
  }
  for (const statement of statements) {
    const text = statement.replaceAll(/\s+/g, ' ').trim()
    for (const pattern of writes)
      for (const [, table] of text.matchAll(new RegExp(pattern, 'g'))) add(table, 'writes')
    for (const pattern of whole) add(pattern.exec(text)?.[1], 'reads and writes')
  }
  return [...locks.values()]
}

const estimatedRows = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ table: string; rows: number }>`
    select c.relname as table, greatest(c.reltuples, coalesce(s.n_live_tup, 0), 0)::bigint as rows
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  `.execute(db)
  return new Map(rows.map(({ table, rows: count }) => [table, count]))
}
