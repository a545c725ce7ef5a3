import { createHmac, timingSafeEqual } from 'node:crypto'

export type MailTokenPurpose = 'confirm' | 'reset' | 'change'

/** What a token is good for: it dies with the stamp, with time, and for any other address. */
export type MailTokenClaim = {
  purpose: MailTokenPurpose
  userId: string
  stamp: string
  /** The address it was sent to. */
  email: string
}

export const mailTokenLifetimeMs = 3 * 3_600_000

/** Expiry and a keyed hash over expiry and claim, as base64 of base64 text, as links carry it. */
export const issueMailToken = (key: Buffer, claim: MailTokenClaim, now: number): string => {
  const expires = Buffer.alloc(8)
  expires.writeBigUInt64BE(BigInt(now + mailTokenLifetimeMs))
  const inner = Buffer.concat([expires, signature(key, claim, expires)]).toString('base64')
  return Buffer.from(inner).toString('base64')
}

export const checkMailToken = (key: Buffer, token: string, claim: MailTokenClaim, now: number): boolean => {
  const bytes = Buffer.from(Buffer.from(token, 'base64').toString('latin1'), 'base64')
  if (bytes.length !== 40) return false
  const expires = bytes.subarray(0, 8)
  return (
    timingSafeEqual(bytes.subarray(8), signature(key, claim, expires)) && Number(expires.readBigUInt64BE()) > now
  )
}

export const encodeEmail = (email: string): string => Buffer.from(email).toString('base64')
export const decodeEmail = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

const signature = (key: Buffer, { purpose, userId, stamp, email }: MailTokenClaim, expires: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(expires)
    .update(JSON.stringify([purpose, userId, stamp, email]))
    .digest()
