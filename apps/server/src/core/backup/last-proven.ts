import { Decimal, Matching, Model, Str, Time } from '@pennant/contract/schema'
import type { Static } from '@pennant/contract/schema'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { SettingStore } from '../setting/store.ts'
import { createVault, type Vault } from '../setting/vault.ts'

const ProvenBackup = Model({
  at: Time,
  name: Str,
  /** A folder, or a bucket without its keys. */
  target: Str,
  bytes: Decimal,
  keyFingerprint: Matching('^[0-9a-f]{16}$'),
})
export type ProvenBackup = Static<typeof ProvenBackup>

const key = 'LastProvenBackup'
const read = compileDocumentReader(ProvenBackup)

/** Null if no backup was ever proven, as far as the database knows. */
export const lastProven = async (store: Pick<SettingStore, 'find'>): Promise<ProvenBackup | null> => {
  const stored = await store.find(key)
  return stored === null ? null : read(stored, key)
}

/** An older one than the last is not noted. */
export const noteProven = async (
  store: Pick<SettingStore, 'edit'>,
  now: number,
  proven: ProvenBackup,
): Promise<void> => {
  await store.edit(key, new Date(now), (stored) =>
    stored !== null && read(stored, key).at > proven.at ? null : proven,
  )
}

/** Tells keys apart and says nothing about them. */
export const fingerprintOf = (vault: Pick<Vault, 'derive'>): string =>
  vault.derive('backup key fingerprint').toString('hex').slice(0, 16)

export const keyFingerprint = (secretKey: string): string => fingerprintOf(createVault(secretKey))
