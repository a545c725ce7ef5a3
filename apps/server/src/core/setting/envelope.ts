import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'

// A rule of the wire: an ephemeral X25519 key per value; SHA-256 of the shared secret keys AES-256-GCM.
export type EnvelopeKey = { publicKey: Buffer; privateKey: Buffer }

const keyLength = 32
const nonceLength = 12
const tagLength = 16

// The DER encoding of an X25519 key: these bytes, then the key itself.
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex')

const privateKeyOf = (raw: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, raw]), format: 'der', type: 'pkcs8' })
const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' })

export const publicKeyFor = (privateKey: Buffer): Buffer =>
  createPublicKey(privateKeyOf(privateKey))
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length)

export const createEnvelopeKey = (): EnvelopeKey => {
  const { privateKey } = generateKeyPairSync('x25519')
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privatePrefix.length)
  return { privateKey: raw, publicKey: publicKeyFor(raw) }
}

/** Null when `value` was not made for this key. */
export const openEnvelope = (value: string, privateKey: Buffer): string | null => {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length < keyLength + nonceLength + tagLength) return null
  try {
    const secret = diffieHellman({
      privateKey: privateKeyOf(privateKey),
      publicKey: publicKeyOf(bytes.subarray(0, keyLength)),
    })
    const key = createHash('sha256').update(secret).digest()
    const nonce = bytes.subarray(keyLength, keyLength + nonceLength)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    decipher.setAuthTag(bytes.subarray(-tagLength))
    const text = Buffer.concat([
      decipher.update(bytes.subarray(keyLength + nonceLength, -tagLength)),
      decipher.final(),
    ])
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}
