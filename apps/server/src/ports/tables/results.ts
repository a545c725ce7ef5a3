import type { Moment } from './column.ts'

export type GameResultTable = {
  game_id: number
  revision: number
  /** The driver parses it: read it as text. */
  board: string
  sha256: string
  note: string
  reason: string
  by_id: string | null
  time: Moment
}
