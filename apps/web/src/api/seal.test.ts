import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  webcrypto,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal } from './seal.ts'

const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), Buffer.alloc(32, 0x11)]),
  format: 'der',
  type: 'pkcs8',
})
// From the protocol's test vectors.
const publicKey = 'e06Qm75//kTEZaIgA31gjuNYl9Me+XLwf3SJLLD3PxM='

const open = (sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64')
  const theirs = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), bytes.subarray(0, 32)]),
    format: 'der',
    type: 'spki',
  })
  const key = createHash('sha256')
    .update(diffieHellman({ privateKey, publicKey: theirs }))
    .digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(32, 44))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(44, -16)), decipher.final()]).toString()
}

// Structurally the browser's.
const browserCrypto = webcrypto as unknown as Crypto

describe('a sealed secret', () => {
  it.each(['Passw0rd', '', 'pässwörd 密码 🏴'])(
    'is opened by the holder of the private key (%s)',
    async (text) => {
      expect(open(await seal(text, publicKey, browserCrypto))).toBe(text)
    },
  )

  it('is never the same twice', async () => {
    const sealed = await Promise.all([1, 2, 3].map(() => seal('Passw0rd', publicKey, browserCrypto)))
    expect(new Set(sealed).size).toBe(3)
  })

  it('is not made where the browser may not encrypt', async () => {
    const insecure = { ...browserCrypto, subtle: undefined } as unknown as Crypto
    await expect(seal('Passw0rd', publicKey, insecure)).rejects.toMatchObject({ kind: 'insecure' })
  })
})
