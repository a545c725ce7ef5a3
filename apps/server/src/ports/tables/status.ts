import type { Selectable } from 'kysely'
import type { Moment } from './column.ts'

/** When a job was last begun, and what became of it. */
export type JobRunTable = { name: string; begun_at: Moment; milliseconds: number; failed: string | null }

export type JobRunRow = Selectable<JobRunTable>

/** A process of the installation, as it last said of itself. */
export type ProcessTable = {
  id: string
  seen_at: Moment
  started_at: Moment
  /** It does the recurring work. */
  elected: boolean
  memory_mb: number
  loop_delay_ms: number
  hub_clients: number
}
export type ProcessRow = Selectable<ProcessTable>
