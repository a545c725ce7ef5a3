import type { Generated, Insertable, Selectable } from 'kysely'
import type { Big, DefaultMoment, Moment } from './column.ts'

export type GameTable = {
  id: Generated<number>
  title: string
  summary: Generated<string>
  content: Generated<string>
  hidden: Generated<boolean>
  /** Hidden from lists, but not from anyone who has the link. */
  unlisted: Generated<boolean>
  practice_mode: Generated<boolean>
  accept_without_review: Generated<boolean>
  invite_code: string | null
  /** 0 in either: no limit. */
  team_member_count_limit: Generated<number>
  container_count_limit: Generated<number>
  poster_hash: string | null
  start_at: Moment
  end_at: Moment
  writeup_required: Generated<boolean>
  writeup_deadline: Moment
  writeup_note: Generated<string>
  /** Packed as on the wire; an invalid value is read as the default. */
  blood_bonus: Generated<number>
  /** Base64 of an Ed25519 key. */
  public_key: string
  /** The 32 bytes of the key, encrypted by the vault. */
  private_key: string
  /** `{id}` stands for the team's id; null for the default. */
  signed_team_text: string | null
  hash_salt: string
  freeze_at: Moment | null
  freeze_hides_board: Generated<boolean>
  results_at: Moment | null
  rehearsal_id: Generated<string | null>
}
export type GameRow = Omit<Selectable<GameTable>, 'rehearsal_id'>
export type NewGameRow = Insertable<GameTable>

export type DivisionTable = {
  id: Generated<number>
  game_id: number
  name: string
  invite_code: string | null
  /** A mask of `gamePermissions`. */
  default_permissions: Generated<number>
}
export type DivisionRow = Selectable<DivisionTable>

export type DivisionChallengeTable = {
  game_id: number
  division_id: number
  challenge_id: number
  permissions: Generated<number>
}

export type GameLedgerTable = {
  game_id: number
  revision: Generated<Big>
  setup: Generated<Big>
  teams: Generated<Big>
  solves: Generated<Big>
  purge: Generated<Big>
  points: Generated<Big>
  notices: Generated<Big>
  /** Grows with every change of the board that everyone gets; null while its revisions number it. */
  shown: Big | null
  board_at: DefaultMoment
  notices_at: DefaultMoment
  gone: Generated<boolean>
}
export type GameLedgerRow = Selectable<GameLedgerTable>
