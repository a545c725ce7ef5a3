import {
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEnvelopeKey, openEnvelope, publicKeyFor } from './envelope.ts'

const privateKey = Buffer.alloc(32, 0x11)
const vector = 'D6poTtKIZ7l/Smot7l34zpdOdrcBjj8iocTPJnhXDyAzMzMzMzMzMzMzMzM8v6VfbDKuTDsjNBVUcNqRbL66RVf6V30='

const seal = (text: string, publicKey: Buffer): string => {
  const ephemeral = generateKeyPairSync('x25519')
  const spki = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), publicKey])
  const secret = diffieHellman({
    privateKey: ephemeral.privateKey,
    publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
  })
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const own = ephemeral.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return Buffer.concat([own, nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

describe('payload encryption', () => {
  it('has the public key and the plain text of the test vector', () => {
    expect(publicKeyFor(privateKey).toString('base64')).toBe('e06Qm75//kTEZaIgA31gjuNYl9Me+XLwf3SJLLD3PxM=')
    expect(openEnvelope(vector, privateKey)).toBe('Passw0rd')
    expect(Buffer.from(vector, 'base64')).toHaveLength(68)
  })

  it('opens what a client sealed for a new key', () => {
    const key = createEnvelopeKey()
    expect([key.publicKey.length, key.privateKey.length]).toEqual([32, 32])
    expect(openEnvelope(seal('pässwörd 🎏', key.publicKey), key.privateKey)).toBe('pässwörd 🎏')
    const public_ = createPublicKey(
      createPrivateKey({
        key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), key.privateKey]),
        format: 'der',
        type: 'pkcs8',
      }),
    )
    expect(public_.export({ format: 'der', type: 'spki' }).subarray(-32)).toEqual(key.publicKey)
  })

  it.each([
    '',
    'Passw0rd',
    'not base64 at all!',
    Buffer.alloc(59).toString('base64'),
    Buffer.alloc(68).toString('base64'),
    vector.replace('RVf6V30=', 'RVg6V30='),
    vector.slice(0, -8),
    `AAAA${vector.slice(4)}`,
  ])('makes nothing of %j', (value) => {
    expect(openEnvelope(value, privateKey)).toBeNull()
  })

  it('makes nothing of what was sealed for another key', () => {
    expect(openEnvelope(seal('secret', createEnvelopeKey().publicKey), privateKey)).toBeNull()
  })
})
