import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Big, Moment } from './column.ts'

type Members = ColumnType<Readonly<Record<string, unknown>>, string, never>

export type AuditTable = {
  id: GeneratedAlways<Big>
  time: Moment
  game_id: number | null
  /** Null for the server itself. */
  actor_id: string | null
  actor_name: string
  token_id: string | null
  address: string | null
  /** Null for what no request has asked for. */
  request_id: string | null
  action: string
  /** The kind, and after a colon the id. */
  object: string
  object_name: string | null
  /** Only members that changed. */
  before: Members
  after: Members
  /** Members with secrets, as they were and are. Never answered. */
  sealed: ColumnType<{ before: object; after: object } | null, string | null, never>
  reason: string | null
  undoes: Big | null
  undone_by: Big | null
}
