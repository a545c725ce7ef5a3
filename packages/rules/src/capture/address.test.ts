import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressBytes } from './address.ts'

const hexOf = (text: string): string => Buffer.from(addressBytes(text)).toString('hex')

describe('an address in a capture', () => {
  it.each([
    ['192.0.2.1', '00000000000000000000ffffc0000201'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::8a2e:370:7334', '20010db80000000000008a2e03707334'],
    ['2001:DB8:1:2:3:4:5:6', '20010db8000100020003000400050006'],
    ['1::', '00010000000000000000000000000000'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
  ])('is %s as %s', (text, hex) => {
    expect(hexOf(text)).toBe(hex)
  })

  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '1:2',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '1.2.3.4:80',
  ])('is unknown for %j', (text) => {
    expect(hexOf(text)).toBe('0'.repeat(32))
  })

  it('is found again in every notation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const groups = Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? []
        expect(addressBytes(groups.join(':'))).toEqual(bytes)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => addressBytes(text).length === 16))
  })
})
