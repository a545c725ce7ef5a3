import { createHmac, timingSafeEqual } from 'node:crypto'

export type MailTokenPurpose = 'confirm' | 'reset' | 'change'

/** Void after a change of stamp or address, and after its time. */
export type MailTokenClaim = {
  purpose: MailTokenPurpose
  userId: string
  stamp: string
  email: string
}

const lifetimeMs = 3 * 3_600_000

/** Base64 of base64 text, as links carry it: expiry, then a keyed hash over expiry and claim. */
export const issueMailToken = (key: Buffer, claim: MailTokenClaim, now: number): string => {
  const expires = Buffer.alloc(8)
  expires.writeBigUInt64BE(BigInt(now + lifetimeMs))
  const inner = Buffer.concat([expires, signature(key, claim, expires)]).toString('base64')
  return Buffer.from(inner).toString('base64')
}

export const checkMailToken = (key: Buffer, token: string, claim: MailTokenClaim, now: number): boolean => {
  const bytes = fromBase64(fromBase64(token).toString('latin1'))
  if (bytes.length !== 40) return false
  const expires = bytes.subarray(0, 8)
  return (
    timingSafeEqual(bytes.subarray(8), signature(key, claim, expires)) &&
    Number(expires.readBigUInt64BE()) > now
  )
}

export const encodeEmail = (email: string): string => Buffer.from(email).toString('base64')

/** Malformed text becomes the empty text, which is no address. */
export const decodeEmail = (text: string): string => {
  try {
    const email = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64(text))
    // PostgreSQL accepts no NUL.
    return email.includes('\0') ? '' : email
  } catch {
    return ''
  }
}

// Links carry unescaped base64, and query parsers turn its plus signs into spaces.
const fromBase64 = (text: string): Buffer => Buffer.from(text.replaceAll(' ', '+'), 'base64')

const signature = (key: Buffer, { purpose, userId, stamp, email }: MailTokenClaim, expires: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(expires)
    .update(JSON.stringify([purpose, userId, stamp, email]))
    .digest()
