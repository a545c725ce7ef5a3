import { describe, expect, it } from 'vitest'
import { createSigningKey, readToken, signingKeyOf, signToken } from './signed-token.ts'

const key = signingKeyOf(Buffer.alloc(32, 0x44))
const payload = { jti: '01890a5d-ac96-774b-bcce-b302099a8057', iat: 1_700_000_000, exp: 1_702_592_000 }
const encoded =
  'eyJqdGkiOiIwMTg5MGE1ZC1hYzk2LTc3NGItYmNjZS1iMzAyMDk5YTgwNTciLCJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMjU5MjAwMH0'
const signature = 'P1oCvtlVIOYjRalbuv7Cf2VaTvyKfRUsAzI2cnFTjPkBMK92zt-WmJG0zLN8-CHxRryPJ-3btJrRVoalmjstBg'

describe('a signed token', () => {
  it('is that of the test vector', () => {
    expect(key.publicKey.toString('base64')).toBe('11l5O7wTooGagnx2rbb7qKSa7gB/SfLQmS2ZuCWtLEg=')
    expect(signToken(payload, key)).toBe(`${encoded}.${signature}`)
  })

  it('is read back by anyone who has the public key', () => {
    expect(readToken(`${encoded}.${signature}`, key.publicKey)).toEqual(payload)
    const own = createSigningKey()
    expect(readToken(signToken({ jti: 'a', iat: 1 }, own), own.publicKey)).toEqual({ jti: 'a', iat: 1 })
  })

  const forged = Buffer.from(JSON.stringify({ ...payload, exp: 9_999_999_999 })).toString('base64url')
  it.each([
    '',
    '.',
    encoded,
    `${encoded}.`,
    `.${signature}`,
    `${forged}.${signature}`,
    `${encoded}.${signature.slice(0, -4)}`,
    `${encoded}.${signature}.${signature}`,
    `${encoded.slice(1)}.${signature}`,
    `${encoded}.${'A'.repeat(86)}`,
    `${'a'.repeat(5000)}.${signature}`,
    'Bearer x.y',
  ])('is not %j', (token) => {
    expect(readToken(token, key.publicKey)).toBeNull()
  })

  it('is not what another key has signed, or what is no payload', () => {
    expect(readToken(`${encoded}.${signature}`, createSigningKey().publicKey)).toBeNull()
    for (const nonsense of [null, 'text', { jti: 1 }, {}, { jti: 'a', exp: 'never' }])
      expect(readToken(signToken(nonsense as never, key), key.publicKey)).toBeNull()
  })
})
