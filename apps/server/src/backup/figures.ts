import { lastProven } from '../core/backup/last-proven.ts'
import type { SettingStore } from '../core/setting/store.ts'
import type { Clock } from '../ports/clock.ts'

export type BackupFigures = { lastProvenSeconds: number; lastBytes: number }

const freshForMs = 30_000

/** Zeros without a proven backup. What was known last, while the database is away. */
export const createBackupFigures = (
  store: Pick<SettingStore, 'find'>,
  clock: Clock,
): (() => Promise<BackupFigures>) => {
  let known: BackupFigures = { lastProvenSeconds: 0, lastBytes: 0 }
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve(known)
  const look = async (): Promise<BackupFigures> => {
    const proven = await lastProven(store).catch(() => undefined)
    if (proven === null) known = { lastProvenSeconds: 0, lastBytes: 0 }
    else if (proven !== undefined) known = { lastProvenSeconds: proven.at / 1_000, lastBytes: proven.bytes }
    return known
  }
  return () => {
    if (clock.now() - readAt >= freshForMs) {
      readAt = clock.now()
      reading = look()
    }
    return reading
  }
}
