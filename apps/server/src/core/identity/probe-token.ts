import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const validMs = 600_000
const nonceBytes = 9

const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** For a request by which an installation looks at itself from outside. Valid for ten minutes, and for nothing else. */
export const createProbeToken = (key: Buffer, now: number): string => {
  const text = `${(now + validMs).toString(36)}.${randomBytes(nonceBytes).toString('base64url')}`
  return `${text}.${macOf(key, text).toString('base64url')}`
}

export const isProbeToken = (key: Buffer, now: number, token: string): boolean => {
  const [until = '', nonce = '', mac = '', ...more] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(key, `${until}.${nonce}`)
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const end = Number.parseInt(until, 36)
  return end > now && end <= now + validMs
}
