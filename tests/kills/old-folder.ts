import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openDiskStore } from '../../apps/server/src/adapters/blob/disk.ts'
import { openDataFolder } from '../../apps/server/src/adapters/data-folder/data-folder.ts'
import { startEmbedded } from '../../apps/server/src/adapters/sql/embedded/embedded.ts'
import { loadRows, migrateTo } from '../../apps/server/src/backup/load.ts'
import { openBackup } from '../../apps/server/src/backup/read.ts'
import { restoreFiles } from '../../apps/server/src/backup/restore.ts'

const backups = path.join(import.meta.dirname, '../ops/backups')

/** A data folder as the version left it that made the backup. */
export const makeOldFolder = async (dataDir: string, name = 'schema-0020.tar'): Promise<void> => {
  const folder = await openDataFolder(dataDir)
  const database = await startEmbedded({ dataFolder: folder.path, log: () => undefined })
  try {
    const backup = await openBackup(path.join(backups, name))
    const { signal } = new AbortController()
    await migrateTo(database.connection, backup.manifest.schema.at(-1))
    await loadRows(database.connection, backup, signal)
    await restoreFiles(await openDiskStore(path.join(dataDir, 'files')), backup, signal)
  } finally {
    await database.stop()
    await folder.release()
  }
}

export const oldKey = readFileSync(path.join(backups, 'key.txt'), 'utf8').trim()
