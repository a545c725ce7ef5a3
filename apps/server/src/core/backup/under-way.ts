import { backupSteps } from '@pennant/contract/status'
import { EnumOf, Model, Time, type Static } from '@pennant/contract/schema'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { SettingStore } from '../setting/store.ts'

const BackupUnderWay = Model({
  startedAt: Time,
  /** When its process was there last. */
  at: Time,
  step: EnumOf(backupSteps),
})
export type BackupUnderWay = Static<typeof BackupUnderWay>

const key = 'BackupUnderWay'
const read = compileDocumentReader(BackupUnderWay)

export const beatEveryMs = 30_000
const goneAfterMs = 4 * beatEveryMs

/** Of the backups that servers make. Null: none is made, as far as the database knows. */
export const backupUnderWay = async (
  store: Pick<SettingStore, 'find'>,
  now: number,
): Promise<BackupUnderWay | null> => {
  const stored = await store.find(key)
  if (stored === null || stored === false) return null
  const underWay = read(stored, key)
  return now - underWay.at < goneAfterMs ? underWay : null
}

/** Null: it is over. */
export const noteUnderWay = async (
  store: Pick<SettingStore, 'edit'>,
  now: number,
  underWay: BackupUnderWay | null,
): Promise<void> => {
  await store.edit(key, new Date(now), () => underWay ?? false)
}
