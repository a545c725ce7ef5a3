import { createHash, generateKeyPairSync } from 'node:crypto'
import { gameSalt } from '@pennant/rules/flag/team-hash'
import type { NewGameRow } from '../../ports/tables/game.ts'

export type GameKeys = Pick<NewGameRow, 'public_key' | 'private_key' | 'hash_salt'>

// The DER encoding of an Ed25519 key ends with its 32 bytes.
const keyBytes = 32

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const newGameKeys = (vault: { lock(secret: Buffer): string }): GameKeys => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const locked = vault.lock(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes))
  return {
    public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes).toString('base64'),
    private_key: locked,
    hash_salt: gameSalt(sha256, locked),
  }
}
