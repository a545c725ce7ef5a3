import type { ProcessLoad } from '@pennant/contract/status'
import type { ColumnType, Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type JobRunTable = { name: string; begun_at: Moment; milliseconds: number; failed: string | null }

export type JobRunRow = Selectable<JobRunTable>

export type ProcessTable = {
  id: string
  seen_at: Moment
  started_at: Moment
  elected: boolean
  memory_mb: number
  loop_delay_ms: number
  hub_clients: number
  /** Null in programs from before it was named. */
  program: string | null
  /** Null in programs from before it was measured. */
  load: ColumnType<ProcessLoad | null, string | null | undefined, string | null>
}
export type ProcessRow = Selectable<ProcessTable>
