import { Maybe, Model, Str, Time } from '@pennant/contract/schema'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { SettingStore } from '../setting/store.ts'

const codes = ['failed', 'full', 'temporary', 'stalled', 'late', 'unproven'] as const

/** `text`: what the command said, in English. */
export type BackupFailure = { code: (typeof codes)[number]; text: string }

/** Of the backups that the server makes. */
export type BackupRun = {
  at: number
  /** Of the last one that ended. */
  failure: BackupFailure | null
}

// Older versions know no code, and newer ones may know more.
const Stored = Model({ at: Time, failure: Maybe(Str), code: Maybe(Str) })

const key = 'LastBackupRun'
const read = compileDocumentReader(Stored)

export const lastRun = async (store: Pick<SettingStore, 'find'>): Promise<BackupRun | null> => {
  const stored = await store.find(key)
  if (stored === null) return null
  const { at, failure: text, code } = read(stored, key)
  return { at, failure: text == null ? null : { code: codes.find((one) => one === code) ?? 'failed', text } }
}

export const noteRun = async (
  store: Pick<SettingStore, 'edit'>,
  { at, failure }: BackupRun,
): Promise<void> => {
  const stored = { at, failure: failure?.text ?? null, code: failure?.code ?? null }
  await store.edit(key, new Date(at), () => stored)
}
