import type { DatabaseAddress } from '../adapters/sql/connect.ts'
import type { Loading } from '../adapters/sql/backup/load.ts'
import { heldMails } from '../core/mail/store.ts'
import { keyOfFile } from '../core/file/store.ts'
import type { BlobStore } from '../ports/blob.ts'
import { loadRows, migrateTo } from './load.ts'
import type { ReadBackup } from './read.ts'

type Means = {
  now: number
  /** Null: it isn't kept in the database. */
  storedKey: string | null
  signal: AbortSignal
}

/** Into a database without rows, whose tables are those of the backup or not there yet. */
export const restoreDatabase = async (
  address: DatabaseAddress,
  backup: ReadBackup,
  { now, storedKey, signal }: Means,
): Promise<void> => {
  await migrateTo(address, backup.manifest.schema.at(-1))
  await loadRows(address, backup, signal, (database) => settle(database, now, storedKey))
  await migrateTo(address)
}

// In the same transaction as the rows, so that no server ever sees the state in between.
const settle = async ({ run, tables }: Loading, now: number, storedKey: string | null): Promise<void> => {
  // People log in again: sessions that ended since the backup would be back.
  await run('delete from session')
  // Backups of older versions have no such table.
  if (tables.some(({ name }) => name === 'login_ticket')) await run('delete from login_ticket')
  // Their instances are gone, or were started by a server that knows more.
  await run('delete from container')
  // Someone may have received them meanwhile.
  await run(`update mail set state = 'outbox', done_at = now() where state = 'queued'`)
  const keep = (key: string): string =>
    `insert into setting (key, value, updated_at) values ('${key}', $1::jsonb, now())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`
  await run(keep(heldMails), JSON.stringify(now))
  if (storedKey !== null) await run(keep('SecretKey'), JSON.stringify(storedKey))
}

/** Adds to what is there: a file has the name of its content. */
export const restoreFiles = async (
  storage: Pick<BlobStore, 'put'>,
  backup: ReadBackup,
  signal: AbortSignal,
): Promise<void> => {
  for (const file of backup.manifest.files) {
    signal.throwIfAborted()
    await storage.put(keyOfFile(file.hash), backup.file(file), file.size)
  }
}

/** What nobody can open without the key of the backup. */
export const sealedIn = ({ manifest }: Pick<ReadBackup, 'manifest'>): string[] => {
  const rowsIn = (name: string): number => manifest.tables.find((table) => table.name === name)?.rows ?? 0
  const [games, factors] = [rowsIn('game'), rowsIn('second_factor')]
  return [
    ...(games === 0 ? [] : [`the signing keys of ${games === 1 ? '1 game' : `${games} games`}`]),
    ...(factors === 0
      ? []
      : [`the second factors of ${factors === 1 ? '1 account' : `${factors} accounts`}`]),
    'the passwords of the mail server and the captcha',
    'all sessions',
  ]
}
