import type { InstanceEndReason, ParticipationStatus } from '@pennant/contract/enums'
import type { Generated, Selectable } from 'kysely'
import type { Moment } from './column.ts'

/** A team in a game. */
export type ParticipationTable = {
  id: Generated<number>
  game_id: number
  team_id: number
  division_id: number | null
  status: ParticipationStatus
  /** The team token, signed when the team joins and when the game's signed text changes. */
  token: string
  writeup_hash: string | null
  /** Kept here, since two teams may hand in the same bytes. */
  writeup_name: string | null
  writeup_at: Moment | null
}
export type ParticipationRow = Selectable<ParticipationTable>

/** Who joined the game in person; at most once per game. */
export type ParticipationMemberTable = {
  game_id: number
  user_id: string
  participation_id: number
  joined_at: Moment
}

/** What a team has of a challenge. */
export type GameInstanceTable = {
  game_id: number
  participation_id: number
  challenge_id: number
  /** The team's own flag. Null for static challenges, and until the first visit. */
  flag: string | null
  /** The listed flag it was taken from. */
  flag_id: number | null
  /** When a container was last started or stopped by the team. */
  container_changed_at: Moment | null
  /** How the last container ended by itself; null as soon as the next one is started. */
  end_reason: InstanceEndReason | null
  end_exit_code: number | null
  ended_at: Moment | null
}
export type GameInstanceRow = Selectable<GameInstanceTable>
