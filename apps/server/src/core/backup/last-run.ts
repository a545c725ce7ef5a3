import { Maybe, Model, Str, Time } from '@pennant/contract/schema'
import type { Static } from '@pennant/contract/schema'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { SettingStore } from '../setting/store.ts'

/** Of the backups that the server makes. `failure`: of the last one that ended. */
const BackupRun = Model({ at: Time, failure: Maybe(Str) })
export type BackupRun = Static<typeof BackupRun>

const key = 'LastBackupRun'
const read = compileDocumentReader(BackupRun)

export const lastRun = async (store: Pick<SettingStore, 'find'>): Promise<BackupRun | null> => {
  const stored = await store.find(key)
  return stored === null ? null : read(stored, key)
}

export const noteRun = async (store: Pick<SettingStore, 'edit'>, run: BackupRun): Promise<void> => {
  await store.edit(key, new Date(run.at), () => run)
}
