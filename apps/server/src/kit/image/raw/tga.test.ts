import { describe, expect, it } from 'vitest'
import { type TgaParts, tga } from '../../../../../../tests/kit/old-images.ts'
import { decode, isTga } from './tga.ts'

const pixels = (parts: TgaParts) => decode(tga(parts))?.data.toString('hex')
const row = (width: number) => ({ width, height: 1 })

describe('a TGA', () => {
  it('has colours of 15, 16, 24 or 32 bits', () => {
    for (const bits of [15, 16])
      expect(pixels({ ...row(2), kind: 2, bits, pixels: '007ce003' })).toBe('ff000000ff00')
    expect(pixels({ ...row(1), kind: 2, bits: 24, pixels: '010203', id: 'mine' })).toBe('030201')
    expect(pixels({ ...row(1), kind: 2, bits: 32, flags: 40, pixels: '01020380' })).toBe('03020180')
    expect(pixels({ ...row(1), kind: 2, bits: 32, pixels: '01020380' })).toBe('030201')
  })

  it('has greys', () => {
    expect(pixels({ ...row(2), kind: 3, bits: 8, pixels: '0a80' })).toBe('0a0a0a808080')
    expect(pixels({ ...row(3), kind: 11, bits: 8, pixels: '810a0080' })).toBe('0a0a0a0a0a0a808080')
  })

  it('has a map of colours', () => {
    const map = { bits: 24, first: 5, colors: '010203111213' }
    expect(pixels({ ...row(2), kind: 1, bits: 8, map, pixels: '0605' })).toBe('131211030201')
    expect(pixels({ ...row(2), kind: 9, bits: 8, map, pixels: '8106' })).toBe('131211131211')
    expect(pixels({ ...row(1), kind: 1, bits: 8, map, pixels: '07' })).toBeUndefined()
    expect(pixels({ ...row(1), kind: 1, bits: 8, map, pixels: '04' })).toBeUndefined()
  })

  it('has runs, which may not go beyond the image', () => {
    expect(pixels({ ...row(3), kind: 10, bits: 24, pixels: '8101020300111213' })).toBe('030201030201131211')
    expect(pixels({ ...row(1), kind: 10, bits: 24, pixels: '81010203' })).toBeUndefined()
  })

  it('begins at the corner it says', () => {
    const parts = { width: 2, height: 2, kind: 3, bits: 8, pixels: '01020304' }
    expect(pixels({ ...parts, flags: 32 })).toBe('010101020202030303040404')
    expect(pixels({ ...parts, flags: 0 })).toBe('030303040404010101020202')
    expect(pixels({ ...parts, flags: 48 })).toBe('020202010101040404030303')
  })

  it('without a footer is one only if nothing in its header is odd', () => {
    const odd = { ...row(1), kind: 2, bits: 24, flags: 34, pixels: '010203' }
    expect(isTga(tga(odd))).toBe(false)
    expect(isTga(tga({ ...odd, footer: true }))).toBe(true)
    expect(isTga(Buffer.from('a long enough line of text, and more of it'))).toBe(false)
  })
})
