import type { InstanceEndReason, ParticipationStatus } from '@pennant/contract/enums'
import type { Generated, Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type ParticipationTable = {
  id: Generated<number>
  game_id: number
  team_id: number
  division_id: number | null
  status: ParticipationStatus
  token: string
  writeup_hash: string | null
  /** Kept here, since two teams may submit the same bytes. */
  writeup_name: string | null
  writeup_at: Moment | null
}
export type ParticipationRow = Selectable<ParticipationTable>

export type ParticipationMemberTable = {
  game_id: number
  user_id: string
  participation_id: number
  joined_at: Moment
}

export type GameInstanceTable = {
  game_id: number
  participation_id: number
  challenge_id: number
  /** Null for static challenges, and until the first visit. */
  flag: string | null
  flag_id: number | null
  container_changed_at: Moment | null
  /** Null once the next container is started. */
  end_reason: InstanceEndReason | null
  end_exit_code: number | null
  ended_at: Moment | null
}
export type GameInstanceRow = Selectable<GameInstanceTable>
