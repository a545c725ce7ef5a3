import type { TraceKind } from '@pennant/contract/watch'
import type { GeneratedAlways } from 'kysely'
import type { Big, Moment } from './column.ts'

/** What a player looked at or took. What they did otherwise is in submissions and events. */
export type TraceTable = {
  id: GeneratedAlways<Big>
  game_id: number
  participation_id: number
  challenge_id: number
  /** Of somebody who may be gone. */
  user_id: string
  kind: Extract<TraceKind, 'Opened' | 'Downloaded'>
  file_hash: string | null
  file_name: string | null
  address: string | null
  time: Moment
}
