import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** `{payload}.{signature}`, both base64url: an Ed25519 signature over the encoded payload. */
export type TokenPayload = { jti: string; iat: number; exp?: number }
export type SigningKey = { publicKey: Buffer; privateKey: Buffer }

// The DER encoding of an Ed25519 key: these bytes, then the key itself.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })

export const createSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return signingKeyOf(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privatePrefix.length))
}

export const signingKeyOf = (seed: Buffer): SigningKey => ({
  privateKey: seed,
  publicKey: createPublicKey(privateKeyOf(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length),
})

export const signToken = (payload: TokenPayload, { privateKey }: SigningKey): string => {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${encoded}.${sign(null, Buffer.from(encoded), privateKeyOf(privateKey)).toString('base64url')}`
}

/** Null for a bad signature. The times in the payload are not checked. */
export const readToken = (token: string, publicKey: Buffer): TokenPayload | null => {
  const [encoded = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || encoded === '' || token.length > 4096) return null
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(encoded), key, Buffer.from(signature, 'base64url'))) return null
  try {
    const payload: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return isPayload(payload) ? payload : null
  } catch {
    return null
  }
}

const isPayload = (value: unknown): value is TokenPayload =>
  typeof value === 'object' &&
  value !== null &&
  'jti' in value &&
  typeof value.jti === 'string' &&
  (!('exp' in value) || typeof value.exp === 'number')
