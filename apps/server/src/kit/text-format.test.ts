import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, isPhone } from './text-format.ts'

describe('an e-mail address', () => {
  it.each([
    'a@b',
    'alice@players.example',
    'alice+tag@players.example',
    "o'brien@players.example",
    'ünïcödé@players.example',
    'a~!#$%&*-/=?^_`{|}.b@c',
    'UPPER@CASE.EXAMPLE',
  ])('may be %s', (text) => expect(isEmail(text)).toBe(true))

  it.each([
    '',
    '@',
    'alice',
    '@b',
    'a@',
    'a@b@c',
    'a@@b',
    'a b@c',
    'a@b c',
    'a@b\r\nBcc: c@d',
    'a@b,c',
    'a,b@c',
    '<a@b>',
    '"a"@b',
    'a@b;',
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false))

  it('has exactly one @, neither first nor last, and nothing that could end a header', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!isEmail(text)) return
        const parts = text.split('@')
        expect(parts).toHaveLength(2)
        for (const part of parts) expect(part).not.toBe('')
        expect(text).not.toMatch(/[\s<>,;]/)
      }),
    )
  })
})

describe('a phone number', () => {
  it.each([
    '1',
    '+49 30 123456',
    '(030) 123-45.6',
    '+1 (555) 000-1111 x12',
    '555 ext 7',
    '555 EXT. 7',
    '555ext.7',
    '555X7',
    ' 5 ',
  ])('may be %j', (text) => expect(isPhone(text)).toBe(true))

  it.each(['', ' ', '+', '-', '()', 'call me', '12a', '1 + 2', '+ext 5', 'ext 5', 'x5', '5 x', '5#6', '５'])(
    'is not %j',
    (text) => expect(isPhone(text)).toBe(false),
  )
})
