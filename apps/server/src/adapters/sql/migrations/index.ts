import type { Migration } from 'kysely'
import { accounts } from './0001-accounts.ts'
import { games } from './0002-games.ts'

/** In order; a name, once released, never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-games': games,
}
