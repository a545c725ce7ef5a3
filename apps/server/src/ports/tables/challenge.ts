import type {
  ChallengeCategory,
  ChallengeLevel,
  ChallengeType,
  FileType,
  NetworkMode,
} from '@pennant/contract/enums'
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
  file_name: Generated<string | null>
  container_image: Generated<string | null>
  /** MB, like the storage limit. */
  memory_limit: Generated<number | null>
  /** Tenths of a processor. */
  cpu_count: Generated<number | null>
  storage_limit: Generated<number | null>
  expose_port: Generated<number | null>
  network_mode: Generated<NetworkMode | null>
  enable_traffic_capture: Generated<boolean>
  allow_user_change: Generated<boolean>
  check_by_connecting: Generated<boolean>
  disable_blood_bonus: Generated<boolean>
  deadline_at: Moment | null
  /** 0: no limit. */
  submission_limit: Generated<number>
  original_score: Generated<number>
  min_score_rate: Generated<number>
  difficulty: Generated<number>
  /** Null: after all that have a position. */
  position: Generated<number | null>
  /** Only while it is disabled. */
  enable_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  level: Generated<Exclude<ChallengeLevel, 'None'> | null>
  tags: Generated<string[]>
  authors: Generated<string[]>
}
export type ChallengeRow = Selectable<ChallengeTable>
export type NewChallengeRow = Insertable<ChallengeTable>

export type FlagTable = { id: Generated<number>; challenge_id: number; flag: string }

/** An attachment of type `None` has no row. */
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
