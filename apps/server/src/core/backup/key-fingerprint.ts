import { createVault, type Vault } from '../setting/vault.ts'

/** Tells keys apart and says nothing about them. */
export const fingerprintOf = (vault: Pick<Vault, 'derive'>): string =>
  vault.derive('backup key fingerprint').toString('hex').slice(0, 16)

export const keyFingerprint = (secretKey: string): string => fingerprintOf(createVault(secretKey))
