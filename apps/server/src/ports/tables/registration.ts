import type { Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type RegistrationTable = {
  id: string
  /** Null: another account has the address, which only this registration's link can change. */
  user_id: string | null
  name: string
  name_key: string
  email: string
  email_key: string
  password_hash: string
  stamp: string
  network: string | null
  created_at: Moment
}
export type RegistrationRow = Selectable<RegistrationTable>
