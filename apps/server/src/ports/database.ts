import type { LogLevel, Role, TaskStatus } from '@pennant/contract/enums'
import type { TokenScope } from '@pennant/contract/token'
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { AdjustmentTable } from './tables/adjustment.ts'
import type { GameResultTable } from './tables/results.ts'
import type { AuditTable } from './tables/audit.ts'
import type { AttachmentTable, ChallengeTable, FlagTable } from './tables/challenge.ts'
import type { Big, DefaultMoment, Moment } from './tables/column.ts'
import type { ContainerTable } from './tables/container.ts'
import type { GameEventTable } from './tables/event.ts'
import type { DivisionChallengeTable, DivisionTable, GameLedgerTable, GameTable } from './tables/game.ts'
import type { NoticeTable } from './tables/notice.ts'
import type {
  GameInstanceTable,
  ParticipationMemberTable,
  ParticipationTable,
} from './tables/participation.ts'
import type { RehearsalTable } from './tables/rehearsal.ts'
import type { RegistrationTable } from './tables/registration.ts'
import type { LoginTicketTable, RecoveryCodeTable, SecondFactorTable } from './tables/second-factor.ts'
import type { JobRunTable, ProcessTable } from './tables/status.ts'
import type { CheatInfoTable, FirstSolveTable, SubmissionTable } from './tables/submission.ts'
import type { TraceTable } from './tables/trace.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Runs the work once the transaction is committed, and never if it is not. */
export type AfterCommit = (tx: Db, work: () => void) => Promise<void>

export type Tables = {
  user: UserTable
  user_portion: UserPortionTable
  session: SessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  login_ticket: LoginTicketTable
  team: TeamTable
  team_member: TeamMemberTable
  post: PostTable
  file: FileTable
  file_lease: FileLeaseTable
  setting: SettingTable
  log: LogTable
  api_token: ApiTokenTable
  mail: MailTable
  registration: RegistrationTable
  game: GameTable
  game_ledger: GameLedgerTable
  division: DivisionTable
  division_challenge: DivisionChallengeTable
  challenge: ChallengeTable
  flag: FlagTable
  attachment: AttachmentTable
  participation: ParticipationTable
  participation_member: ParticipationMemberTable
  adjustment: AdjustmentTable
  game_result: GameResultTable
  game_instance: GameInstanceTable
  container: ContainerTable
  submission: SubmissionTable
  first_solve: FirstSolveTable
  cheat_info: CheatInfoTable
  notice: NoticeTable
  game_event: GameEventTable
  trace: TraceTable
  audit: AuditTable
  job_run: JobRunTable
  process: ProcessTable
  rehearsal: RehearsalTable
}

export type UserTable = {
  id: string
  name: string
  name_key: string
  email: string
  email_key: string
  email_confirmed: Generated<boolean>
  password_hash: string | null
  /** Replaced when name, address, or password change; sessions and mailed links are tied to it. */
  stamp: string
  role: Generated<Role>
  /** Null: since the account was registered. */
  role_at: Moment | null
  bio: Generated<string>
  phone: string | null
  real_name: Generated<string>
  std_number: Generated<string>
  avatar_hash: string | null
  registered_at: Moment
  signed_in_at: Moment | null
  visited_at: Moment | null
  ip: Generated<string>
  /** Null until it is computed. */
  skeletons: Generated<string[] | null>
  /** Null for people. */
  rehearsal_id: Generated<string | null>
}
export type UserRow = Selectable<UserTable>

export type UserPortionTable = { key: string; created_at: Moment }

export type SessionTable = {
  id: string
  /** SHA-256 of the token in the cookie. */
  token_hash: Buffer
  user_id: string
  stamp: string
  created_at: Moment
  expires_at: Moment
  ip: string
  agent: string
  /** False for tokens of older versions, which don't prove that they were issued. */
  signed: Generated<boolean>
}
export type SessionRow = Selectable<SessionTable>

export type TeamTable = {
  id: Generated<number>
  name: string
  bio: string | null
  avatar_hash: string | null
  locked: Generated<boolean>
  invite_token: string
  captain_id: string
  skeletons: Generated<string[] | null>
  rehearsal_id: Generated<string | null>
}
export type TeamRow = Selectable<TeamTable>

export type TeamMemberTable = { team_id: number; user_id: string; joined_at: DefaultMoment }

export type PostTable = {
  id: string
  title: string
  summary: string
  content: string
  tags: string[] | null
  is_pinned: boolean
  author_id: string | null
  updated_at: Moment
  /** Changes on every edit, including pins, for conditional requests. */
  revised_at: Moment
}
export type PostRow = Selectable<PostTable>

export type FileTable = {
  hash: string
  name: string
  size: Big
  uploaded_at: Moment
  refs: number
  unclaimed: Generated<number>
}
export type FileRow = Selectable<FileTable>

export type FileLeaseTable = { lease: string; hash: string; begun_at: Moment }

export type SettingTable = { key: string; value: ColumnType<unknown, string, string>; updated_at: Moment }

export type LogTable = {
  id: Generated<Big>
  time: Moment
  level: LogLevel
  source: string
  name: string | null
  ip: string | null
  msg: string
  status: TaskStatus | null
  exception: string | null
  count: Generated<number>
  last_time: Moment | null
  fold: string | null
}
export type LogRow = Selectable<LogTable>

export type ApiTokenTable = {
  id: string
  name: string
  creator_id: string | null
  created_at: Moment
  expires_at: Moment | null
  last_used_at: Moment | null
  revoked: Generated<boolean>
  /** Empty for tokens that are older than scopes. */
  scopes: ColumnType<TokenScope[], TokenScope[] | undefined, TokenScope[]>
}
export type ApiTokenRow = Selectable<ApiTokenTable>

export type MailState = 'queued' | 'sent' | 'failed' | 'outbox'
export type MailTable = {
  id: string
  kind: string
  recipient: string
  language: string
  subject: string
  html: string
  text: string
  state: MailState
  attempts: Generated<number>
  next_attempt_at: Moment
  last_error: string | null
  created_at: Moment
  done_at: Moment | null
  about: string | null
  /** Null once it is written; the texts are blank until then. */
  letter: ColumnType<unknown, string | null | undefined, string | null>
}
export type MailRow = Selectable<MailTable>
