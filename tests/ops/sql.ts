import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { clusterOf, homeOf } from './database.ts'

export type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const timestamptz = 1184
const int8 = 20

/** Times are in milliseconds, as on the wire. */
export const connectSql = (address: pg.ClientConfig): Sql => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, Number)
  types.setTypeParser(timestamptz, (text) => Date.parse(text))
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ ...address, types })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
}

const portLine = 3
const socketLine = 4

export const embeddedAddress = (dataDir: string): pg.ClientConfig => {
  const read = (file: string): string => readFileSync(file, 'utf8')
  const lines = read(path.join(clusterOf(dataDir), 'postmaster.pid')).split('\n')
  return {
    host: lines[socketLine] ?? '',
    port: Number(lines[portLine]),
    user: 'pennant',
    database: 'pennant',
    password: read(path.join(homeOf(dataDir), 'password')).trim(),
  }
}

export const embeddedSql = (dataDir: string): Sql => connectSql(embeddedAddress(dataDir))

export async function holdGame(address: pg.ClientConfig, gameId: number): Promise<() => Promise<void>> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('begin')
  await client.query('select from game_ledger where game_id = $1 for update', [gameId])
  return () => client.end()
}
