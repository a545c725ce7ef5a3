import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkMailToken,
  decodeEmail,
  encodeEmail,
  issueMailToken,
  type MailTokenClaim,
} from './mail-token.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 5, 1)
const key = randomBytes(32)
const claim: MailTokenClaim = {
  purpose: 'reset',
  userId: '01890a5d-ac96-774b-bcce-b302099a8057',
  stamp: 'b4bd17a7-3b7d-4c0e-a3b0-0c9ac1a8f9b2',
  email: 'alice@players.example',
}
const token = issueMailToken(key, claim, now)

describe('a token sent by mail', () => {
  it('is good for what it was made for, for three hours', () => {
    expect(checkMailToken(key, token, claim, now)).toBe(true)
    expect(checkMailToken(key, token, claim, now + 3 * hour - 1)).toBe(true)
    expect(checkMailToken(key, token, claim, now + 3 * hour)).toBe(false)
  })

  it.each([
    ['purpose', { purpose: 'change' }],
    ['user', { userId: '01890a5d-ac96-774b-bcce-b302099a8058' }],
    ['stamp', { stamp: 'b4bd17a7-3b7d-4c0e-a3b0-0c9ac1a8f9b3' }],
    ['address', { email: 'alice@players.example.org' }],
    ['case of the address', { email: 'Alice@players.example' }],
  ] as const)('is good for no other %s', (_, change) => {
    expect(checkMailToken(key, token, { ...claim, ...change }, now)).toBe(false)
  })

  it('is good under no other key', () => {
    expect(checkMailToken(randomBytes(32), token, claim, now)).toBe(false)
  })

  it('does not survive a change of any bit', () => {
    const inner = Buffer.from(Buffer.from(token, 'base64').toString(), 'base64')
    expect(inner).toHaveLength(40)
    for (let bit = 0; bit < inner.length * 8; bit += 1) {
      const bytes = Buffer.from(inner)
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const changed = Buffer.from(bytes.toString('base64')).toString('base64')
      expect(checkMailToken(key, changed, claim, now)).toBe(false)
    }
  })

  it('is refused, not stumbled over, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (sent) => {
        expect(checkMailToken(key, sent, claim, now)).toBe(false)
      }),
    )
  })

  it('needs no escaping in an address', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4e12 }), fc.emailAddress(), (at, email) => {
        const sent = issueMailToken(key, { ...claim, email }, at)
        expect(new URLSearchParams(`token=${sent}`).get('token')).toBe(sent)
      }),
    )
  })
})

describe('an address in a link', () => {
  it('comes back from a query as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (local) => {
        const email = `${local.replaceAll('\0', '')}@players.example`
        const read = new URLSearchParams(`email=${encodeEmail(email)}`).get('email')
        expect(decodeEmail(read ?? '')).toBe(email)
      }),
    )
  })

  it('is empty where it makes no sense', () => {
    expect(decodeEmail('%%%')).toBe('')
    expect(decodeEmail(Buffer.from([0x61, 0xff]).toString('base64'))).toBe('')
    expect(decodeEmail(encodeEmail('a\0@b'))).toBe('')
  })
})
