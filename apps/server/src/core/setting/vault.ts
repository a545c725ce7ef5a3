import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Vault = {
  lock(secret: Buffer): string
  unlock(locked: string): Buffer
  derive(purpose: string): Buffer
}

const nonceLength = 12
const tagLength = 16

/** Marks what this installation owns outside its database. Says nothing about the key. */
export const installationMark = (secretKey: string): string =>
  createVault(secretKey).derive('installation').toString('hex').slice(0, 16)

export const createVault = (secretKey: string): Vault => {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `pennant ${purpose}`, 32))
  const key = derive('vault')
  return {
    derive,
    lock(secret) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64')
    },
    unlock(locked) {
      const bytes = Buffer.from(locked, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength))
        decipher.setAuthTag(bytes.subarray(-tagLength))
        return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()])
      } catch (cause) {
        throw new Error('The stored data was encrypted with another secret key than the current one', {
          cause,
        })
      }
    },
  }
}
