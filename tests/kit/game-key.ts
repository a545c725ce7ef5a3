import { generateKeyPairSync } from 'node:crypto'
import { createVault } from '../../apps/server/src/core/setting/vault.ts'

export const testSecret = 'the secret of a test'

export const newGameKey = (): { public_key: string; private_key: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    private_key: createVault(testSecret).lock(
      privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    ),
  }
}
