import type { EventType } from '@pennant/contract/enums'
import type { GeneratedAlways } from 'kysely'
import type { Big, Moment } from './column.ts'

/** Ids inside `values` are decimal texts. */
export type GameEventTable = {
  id: GeneratedAlways<Big>
  game_id: number
  type: EventType
  values: string[]
  time: Moment
  user_id: string | null
  team_id: number | null
}
