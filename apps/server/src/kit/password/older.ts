import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

/** A PBKDF2 hash as ASP.NET Core Identity writes it. Never made for a new password. */
export type OlderHash = { digest: string; iterations: number; salt: Buffer; key: Buffer }

// Numbers of a database are data: what would hold a thread for seconds is no hash of ours to check.
const mostIterations = 1_000_000
const [leastSalt, mostBytes, leastKey] = [8, 64, 16]

const digests = ['sha1', 'sha256', 'sha512']
const base64 = /^(?:[A-Za-z0-9+/]{4}){8,64}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Null for every other format, and for one that costs too much. */
export const readOlderHash = (text: string): OlderHash | null => {
  if (!base64.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const read = bytes[0] === 0 ? readFirst(bytes) : bytes[0] === 1 ? readSecond(bytes) : null
  return read !== null && isSound(read) ? read : null
}

// One layout, without parameters.
const readFirst = (bytes: Buffer): OlderHash | null =>
  bytes.length === 49
    ? { digest: 'sha1', iterations: 1_000, salt: bytes.subarray(1, 17), key: bytes.subarray(17) }
    : null

const readSecond = (bytes: Buffer): OlderHash | null => {
  const digest = digests[bytes.readUInt32BE(1)]
  const saltEnd = 13 + bytes.readUInt32BE(9)
  if (digest === undefined || saltEnd > bytes.length) return null
  const iterations = bytes.readUInt32BE(5)
  return { digest, iterations, salt: bytes.subarray(13, saltEnd), key: bytes.subarray(saltEnd) }
}

const isSound = ({ iterations, salt, key }: OlderHash): boolean =>
  iterations >= 1 &&
  iterations <= mostIterations &&
  salt.length >= leastSalt &&
  salt.length <= mostBytes &&
  key.length >= leastKey &&
  key.length <= mostBytes

/** The password is taken as UTF-8, without normalization. */
export const isOlderHashOf = async (
  { digest, iterations, salt, key }: OlderHash,
  password: string,
): Promise<boolean> =>
  timingSafeEqual(await derive(Buffer.from(password), salt, iterations, key.length, digest), key)
