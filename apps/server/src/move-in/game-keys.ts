import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { compatibleSalt, unmasked } from '@pennant/interchange/compatible/key'
import { textOf, type Row } from '@pennant/interchange/compatible/row'

const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyBytes = 32
const base64 = /^[A-Za-z0-9+/]{43}=$/

export type GameKey = { seed: Buffer; hashSalt: string }

/** Null if the key of the settings doesn't open the game's private key, or it isn't one. */
export const readGameKey = (row: Row, xorKey: Buffer): GameKey | null => {
  const [stored, publicKey] = [textOf(row, 'PrivateKey') ?? '', textOf(row, 'PublicKey') ?? '']
  if (!base64.test(stored)) return null
  const seed = Buffer.from(unmasked(Buffer.from(stored, 'base64'), xorKey))
  const own = createPublicKey(
    createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' }),
  )
  const raw = own.export({ format: 'der', type: 'spki' }).subarray(-keyBytes)
  if (raw.toString('base64') !== publicKey) return null
  return { seed, hashSalt: compatibleSalt(sha256, stored) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
