import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { cpuTime } from '@pennant/load/clock'
import type { Sql } from '../ops/sql.ts'
import type { Inside } from './inspector.ts'
import type { Process, Stage } from './stage.ts'

export type Sample = {
  /** Of the time the day takes, from 0 to 1. */
  at: number
  processes: readonly Looked[]
  rows: Readonly<Record<string, number>>
  databaseConnections: number
  databaseBytes: number
  lastingKeys: number
  instances: number
  /** Until boards show what has changed. */
  freshMs: number
}

export type Looked = Inside & { residentBytes: number; descriptors: number; threads: number; cpuMs: number }

const look = async ({ server, inspector }: Process): Promise<Looked> => {
  const { pid } = server.program
  const inside = await inspector.look()
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, resident = ''] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
  const [, threads = ''] = /Threads:\s+(\d+)/.exec(status) ?? []
  return {
    ...inside,
    residentBytes: Number(resident) * 1024,
    threads: Number(threads),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    cpuMs: await cpuTime(pid),
  }
}

export const takeSample = async (stage: Stage, at: number, freshMs: number): Promise<Sample> => {
  const processes: Looked[] = []
  for (const each of stage.processes) processes.push(await look(each))
  const [database] = await stage.sql<{ connections: number; bytes: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
       pg_database_size(current_database()) as bytes`,
  )
  return {
    at,
    processes,
    rows: await countRows(stage.sql),
    databaseConnections: database?.connections ?? 0,
    databaseBytes: database?.bytes ?? 0,
    lastingKeys: await lastingKeys(stage.redisPort),
    instances: stage.instances(),
    freshMs,
  }
}

const countRows = async (sql: Sql): Promise<Record<string, number>> => {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_stat_user_tables where relname not like 'kysely%' order by relname`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as rows from "${name}"`)
  const rows = await sql<{ name: string; rows: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

/** Those that stay until someone deletes them. Limits leave keys for as long as they count. */
const lastingKeys = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO keyspace\r\n'))
    socket.once('data', (data) => {
      socket.destroy()
      const [, keys = 0, expiring = 0] = /keys=(\d+),expires=(\d+)/.exec(data.toString()) ?? []
      resolve(Number(keys) - Number(expiring))
    })
    socket.once('error', reject)
  })
