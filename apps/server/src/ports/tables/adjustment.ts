import type { GeneratedAlways, Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type AdjustmentTable = {
  id: GeneratedAlways<number>
  game_id: number
  participation_id: number
  points: number
  reason: string
  time: Moment
  by_id: string | null
  revoked_at: Moment | null
  revoked_by: string | null
  revoke_reason: string | null
}
export type AdjustmentRow = Selectable<AdjustmentTable>
