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
  const underWay = markerOf(await store.find(key))
  return underWay !== null && isThere(underWay, now) ? underWay : null
}

/** False: another one is under way. */
export const beginUnderWay = (
  store: Pick<SettingStore, 'edit'>,
  underWay: BackupUnderWay,
): Promise<boolean> =>
  store.edit(key, new Date(underWay.at), (stored) => {
    const other = markerOf(stored)
    return other !== null && isThere(other, underWay.at) ? null : underWay
  })

/** Another one that began since, when this one seemed gone, stays as it is. */
export const noteUnderWay = async (
  store: Pick<SettingStore, 'edit'>,
  underWay: BackupUnderWay,
  { isOver }: { isOver: boolean },
): Promise<void> => {
  await store.edit(key, new Date(underWay.at), (stored) => {
    if (markerOf(stored)?.startedAt !== underWay.startedAt) return null
    return isOver ? false : underWay
  })
}

const markerOf = (stored: unknown): BackupUnderWay | null =>
  stored === null || stored === false ? null : read(stored, key)

const isThere = ({ at }: BackupUnderWay, now: number): boolean => now - at < goneAfterMs
