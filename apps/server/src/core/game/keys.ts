import { createHash, generateKeyPairSync } from 'node:crypto'
import { gameSalt } from '@pennant/rules/flag/team-hash'
import type { NewGameRow } from '../../ports/tables/game.ts'

export type GameKeys = Pick<NewGameRow, 'public_key' | 'private_key' | 'hash_salt'>

// Ed25519 keys in their DER wrapping are some bytes and then the 32 of the key itself.
const keyBytes = 32

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a new game signs team tokens with, and what team hashes are computed from. */
export const newGameKeys = (vault: { lock(secret: Buffer): string }): GameKeys => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const locked = vault.lock(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes))
  return {
    public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes).toString('base64'),
    private_key: locked,
    hash_salt: gameSalt(sha256, locked),
  }
}
