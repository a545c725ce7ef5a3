import type { RehearsalReport, RehearsalSize, RehearsalStep } from '@pennant/contract/rehearsal'
import type { ColumnType, Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type RehearsalTable = {
  id: string
  begun_at: Moment
  until: Moment
  /** Null until everything is removed. */
  ended_at: Moment | null
  /** The server that plays it itself is there. Null: someone plays it from elsewhere. */
  leased_until: Moment | null
  by_name: string
  size: ColumnType<RehearsalSize, string, never>
  step: RehearsalStep
  /** Null until everything is created. */
  game_id: number | null
  /** Null if it broke off. */
  report: ColumnType<RehearsalReport | null, string | null | undefined, string | null>
}
export type RehearsalRow = Selectable<RehearsalTable>
