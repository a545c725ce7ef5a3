import { ApiProblem } from './problem.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Base64 of our public key, nonce, ciphertext, and tag. `publicKey` is base64 of 32 bytes. */
export const seal = async (text: string, publicKey: string, { subtle }: Crypto = crypto): Promise<string> => {
  // Browsers offer this only over HTTPS and on localhost.
  if ((subtle as SubtleCrypto | undefined) === undefined) throw new ApiProblem('insecure')
  const algorithm = { name: 'X25519' }
  const pair = (await subtle.generateKey(algorithm, false, ['deriveBits'])) as CryptoKeyPair
  const theirs = await subtle.importKey('raw', fromBase64(publicKey), algorithm, false, [])
  const shared = await subtle.deriveBits({ name: 'X25519', public: theirs }, pair.privateKey, 256)
  const key = await subtle.importKey('raw', await subtle.digest('SHA-256', shared), 'AES-GCM', false, [
    'encrypt',
  ])
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const hidden = await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(text))
  const ours = await subtle.exportKey('raw', pair.publicKey)
  return toBase64([new Uint8Array(ours), nonce, new Uint8Array(hidden)])
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const toBase64 = (parts: readonly Bytes[]): string =>
  btoa(parts.map((part) => String.fromCharCode(...part)).join(''))
