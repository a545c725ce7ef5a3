import type { TraceKind } from '@pennant/contract/watch'
import type { GeneratedAlways } from 'kysely'
import type { Big, Moment } from './column.ts'

export type TraceTable = {
  id: GeneratedAlways<Big>
  game_id: number
  participation_id: number
  challenge_id: number
  user_id: string
  kind: Extract<TraceKind, 'Opened' | 'Downloaded'>
  file_hash: string | null
  file_name: string | null
  address: string | null
  time: Moment
}
