import type { Language } from '@pennant/contract/enums'
import type { ColumnType, Generated } from 'kysely'
import type { Big, Moment } from './column.ts'

export type SecondFactorTable = {
  user_id: string
  /** Sealed by the vault. */
  secret: string
  /** The last period of 30 seconds a code was used of, counted from 1970. */
  last_step: Big
  set_up_at: Moment
  wrong_codes: Generated<number>
  /** When the first of them was entered. */
  wrong_since: Moment | null
  /** Of its owner; null as long as nobody has entered a code since it is noted. */
  language: ColumnType<Language | null, Language | null | undefined>
}

export type RecoveryCodeTable = { user_id: string; hash: Buffer }

export type LoginTicketTable = { hash: Buffer; user_id: string; stamp: string; expires_at: Moment }
