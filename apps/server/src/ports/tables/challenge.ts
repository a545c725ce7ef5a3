import type { ChallengeCategory, ChallengeType, FileType, NetworkMode } from '@pennant/contract/enums'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Big, Moment } from './column.ts'

export type ChallengeTable = {
  id: Generated<number>
  game_id: number
  title: string
  content: Generated<string>
  category: ChallengeCategory
  type: ChallengeType
  hints: string[] | null
  is_enabled: Generated<boolean>
  flag_template: string | null
  /** What the attachment of a team's own flag is called. */
  file_name: Generated<string | null>
  container_image: Generated<string | null>
  /** MB. */
  memory_limit: Generated<number | null>
  /** Tenths of a processor. */
  cpu_count: Generated<number | null>
  /** MB. */
  storage_limit: Generated<number | null>
  expose_port: Generated<number | null>
  network_mode: Generated<NetworkMode | null>
  enable_traffic_capture: Generated<boolean>
  /** Whether set-user-ID programs have their effect. */
  allow_user_change: Generated<boolean>
  /** Whether a connection may be opened to find out that the service listens. */
  check_by_connecting: Generated<boolean>
  disable_blood_bonus: Generated<boolean>
  deadline_at: Moment | null
  /** 0 means no limit. */
  submission_limit: Generated<number>
  original_score: Generated<number>
  min_score_rate: Generated<number>
  difficulty: Generated<number>
  /** Null: behind all that have a place. */
  position: Generated<number | null>
  /** When it is to enable itself; only while it is disabled. */
  enable_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
export type ChallengeRow = Selectable<ChallengeTable>
export type NewChallengeRow = Insertable<ChallengeTable>

/** A flag that an organiser has listed. What is generated for one team is in its `game_instance`. */
export type FlagTable = { id: Generated<number>; challenge_id: number; flag: string }

/** Of a challenge or, with `flag_id`, of one of its flags. `None` is having no row. */
export type AttachmentTable = {
  id: Generated<number>
  challenge_id: number
  flag_id: number | null
  type: Exclude<FileType, 'None'>
  file_hash: string | null
  file_name: string | null
  file_size: Big | null
  remote_url: string | null
}
