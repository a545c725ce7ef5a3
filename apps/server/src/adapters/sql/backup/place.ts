import { randomBytes } from 'node:crypto'
import type { DatabaseAddress } from '../connect.ts'
import { openClient, quoted } from './client.ts'
import { databaseOn } from './scratch.ts'
import { readTables } from './tables.ts'

export type Contents = {
  database: string
  /** Names of migrations. */
  schema: string[]
  hasRows: boolean
  users: number
  games: number
  /** Of `core/setting/stored-secret.ts`. */
  storedKey: string | null
}

export const lookInside = async (address: DatabaseAddress, signal: AbortSignal): Promise<Contents> => {
  const { client, end } = await openClient(address, signal)
  try {
    const { rows } = await client.query<{ database: string }>('select current_database() as database')
    const migrations = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.oid = to_regclass('kysely_migration')`,
    )
    const schema =
      migrations.rows.length === 0
        ? []
        : (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows
    const tables = await readTables(client)
    let hasRows = false
    for (const { name } of tables)
      hasRows ||= (await client.query(`select 1 from ${quoted(name)} limit 1`)).rows.length > 0
    const countOf = async (table: string): Promise<number> =>
      tables.some(({ name }) => name === table)
        ? Number((await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`)).rows[0]?.n)
        : 0
    const stored = tables.some(({ name }) => name === 'setting')
      ? await client.query<{ key: string }>(
          `select value #>> '{}' as key from setting where key = 'SecretKey'`,
        )
      : null
    return {
      storedKey: stored?.rows[0]?.key ?? null,
      database: rows[0]?.database ?? '',
      schema: schema.map(({ name }) => name),
      hasRows,
      users: await countOf('user'),
      games: await countOf('game'),
    }
  } finally {
    await end()
  }
}

export type NewDatabase = {
  address: DatabaseAddress
  /** Gives it the name of the other one, which gets the name that is returned. */
  takePlace(): Promise<string>
  drop(): Promise<void>
}

export const createBeside = async (
  address: DatabaseAddress,
  name: string,
  now: number,
  signal: AbortSignal,
): Promise<NewDatabase> => {
  const fresh = `${name}_restoring_${randomBytes(4).toString('hex')}`
  const administer = async (...statements: string[]): Promise<void> => {
    const { client, end } = await openClient(databaseOn(address, 'postgres'))
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await end()
    }
  }
  signal.throwIfAborted()
  await administer(`create database ${quoted(fresh)} template template0 encoding 'UTF8'`)
  return {
    address: databaseOn(address, fresh),
    async takePlace() {
      const time = new Date(now).toISOString().slice(0, 19).replaceAll(/\D/g, '')
      const before = `${name}_before_${time}`
      await administer(`alter database ${quoted(name)} rename to ${quoted(before)}`)
      try {
        await administer(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
      } catch (error) {
        await administer(`alter database ${quoted(before)} rename to ${quoted(name)}`)
        throw error
      }
      return before
    },
    drop: () => administer(`drop database if exists ${quoted(fresh)} with (force)`),
  }
}
