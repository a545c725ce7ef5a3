import { realpath } from 'node:fs/promises'
import { openDataFolder, readSecret } from '../adapters/data-folder/data-folder.ts'
import { InUse, StartFault } from '../kit/start-fault.ts'
import { attachEmbedded, expectEmbedded } from '../adapters/sql/embedded/attach.ts'
import { startEmbedded } from '../adapters/sql/embedded/embedded.ts'
import type { DatabaseAddress } from '../adapters/sql/connect.ts'
import type { Config } from '../config/schema.ts'
import type { Io } from './verb.ts'

export type OpenDatabase = {
  address: DatabaseAddress
  /** Null: it is in the database. */
  secretKey: string | null
  close(): Promise<void>
}

/** A built-in database that a server runs is used beside it; otherwise it runs for as long as the command. */
export const openDatabase = async (
  { connectionStrings: { database: url }, dataDir, secretKey }: Config,
  { signal, say }: Pick<Io, 'signal' | 'say'>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<OpenDatabase> => {
  if (url !== null) return { address: { url }, secretKey, close: async () => undefined }
  if (!mayCreate) await expectEmbedded(dataDir)
  const dataFolder = await realpath(dataDir)
  const known = secretKey ?? (await readSecret(dataFolder))
  if (known === null)
    throw new StartFault(`The data folder "${dataFolder}" lacks its key: restore "secret.key" from a backup.`)
  const log = (level: 'info' | 'warn' | 'error', message: string): void => {
    if (level !== 'info') say(message)
  }
  const folder = await openDataFolder(dataFolder, { log }).catch((error: unknown) => {
    if (error instanceof InUse) return null
    throw error
  })
  if (folder === null)
    return { address: await attachEmbedded(dataFolder), secretKey: known, close: async () => undefined }
  try {
    const { connection, stop } = await startEmbedded({ dataFolder, log, signal })
    const close = async (): Promise<void> => {
      await stop()
      await folder.release()
    }
    return { address: connection, secretKey: known, close }
  } catch (error) {
    await folder.release()
    throw error
  }
}
