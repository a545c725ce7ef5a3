import { createVault } from '../../core/setting/vault.ts'

/** Tells keys apart and says nothing about them. */
export const keyFingerprint = (secretKey: string): string =>
  createVault(secretKey).derive('backup key fingerprint').toString('hex').slice(0, 16)
