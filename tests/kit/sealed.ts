import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import type { Client } from './client.ts'

const prefix = Buffer.from('302a300506032b656e032100', 'hex')

export const sealer = async (who: Client): Promise<(plain: string | Buffer) => string> => {
  const { body } = await who.get<{ apiPublicKey: string | null }>('/api/config')
  if (body.apiPublicKey === null) throw new Error('the server wants nothing encrypted')
  return sealWith(body.apiPublicKey)
}

export const sealWith =
  (serverKey: string) =>
  (plain: string | Buffer): string => {
    const raw = Buffer.from(serverKey, 'base64')
    const publicKey = createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' })
    const own = generateKeyPairSync('x25519')
    const secret = diffieHellman({ privateKey: own.privateKey, publicKey })
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), nonce)
    const text = Buffer.concat([cipher.update(plain), cipher.final()])
    const ephemeral = own.publicKey.export({ format: 'der', type: 'spki' }).subarray(prefix.length)
    return Buffer.concat([ephemeral, nonce, text, cipher.getAuthTag()]).toString('base64')
  }
