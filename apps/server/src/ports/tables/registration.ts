import type { Selectable } from 'kysely'
import type { Moment } from './column.ts'

export type RegistrationTable = {
  id: string
  /** The account that it has made; null where another one has the address, which only its own link changes. */
  user_id: string | null
  name: string
  name_key: string
  email: string
  email_key: string
  password_hash: string
  stamp: string
  /** Whom limits count its address as. */
  network: string | null
  created_at: Moment
}
export type RegistrationRow = Selectable<RegistrationTable>
