import pg from 'pg'
import { untilAborted } from '../../../kit/timeout.ts'
import type { DatabaseAddress } from '../connect.ts'

/** The text of a row must not depend on the server, the database, or the account. */
const fixedSettings = `
  set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC';
  set extra_float_digits to 1; set bytea_output to 'hex'; set client_encoding to 'UTF8';
  set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`

export type BackupClient = { client: pg.Client; end(): Promise<void> }

export const openClient = async (
  address: DatabaseAddress,
  signal?: AbortSignal,
  types?: pg.CustomTypesConfig,
): Promise<BackupClient> => {
  const client = new pg.Client({
    ...('url' in address ? { connectionString: address.url } : address),
    ...(types === undefined ? {} : { types }),
    application_name: 'pennant backup',
    connectionTimeoutMillis: 5_000,
  })
  // The query under way reports it; without a listener, the break would end the process.
  client.on('error', () => undefined)
  const end = (): Promise<void> => client.end().catch(() => undefined)
  try {
    await (signal === undefined ? client.connect() : untilAborted(client.connect(), signal))
    await client.query(fixedSettings)
  } catch (error) {
    await end()
    throw error
  }
  return { client, end }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
