import { describe, expect, it } from 'vitest'
import { pnm } from '../../../../../../tests/kit/old-images.ts'
import { decode } from './pnm.ts'

const pixels = (head: string, raster?: string) => decode(pnm(head, raster))?.data.toString('hex')

describe('a PNM', () => {
  it('is a bitmap, black where it is set', () => {
    expect(pixels('P1\n3 1\n1 01')).toBe('000000ffffff000000')
    expect(pixels('P4 9 2\n', '7f80ff00')).toBe(`ffffff${'000000'.repeat(16)}ffffff`)
    expect(pixels('P1 2 1 1 2')).toBeUndefined()
  })

  it('is greys', () => {
    expect(pixels('P2 2 1 15 15 3')).toBe('ffffff333333')
    expect(pixels('P5 2 1 255\n', '0a80')).toBe('0a0a0a808080')
    expect(pixels('P5 2 1 65535\n', 'ffff8080')).toBe('ffffff808080')
  })

  it('is colours', () => {
    expect(pixels('P3 1 2 255 1 2 3 4 5 6')).toBe('010203040506')
    expect(pixels('P6 1 1 255\n', '0a0b0c')).toBe('0a0b0c')
    expect(pixels('P6 1 1 65535 ', '0000ffff8080')).toBe('00ff80')
  })

  it('may have comments', () => {
    expect(pixels('P6#one\n# two\n1 # three\n 1\n255#four\n', '0a0b0c')).toBe('0a0b0c')
    expect(pixels('P2 1 1 255 # here\n 7 ')).toBe('070707')
  })

  it('is refused with samples beyond its maximum, or an impossible one', () => {
    expect(pixels('P2 1 1 7 8')).toBeUndefined()
    expect(pixels('P5 1 1 7\n', '08')).toBeUndefined()
    expect(pixels('P2 1 1 0 0')).toBeUndefined()
    expect(pixels('P5 1 1 65536\n', '000000')).toBeUndefined()
    expect(pixels('P7 1 1 255\n', '00')).toBeUndefined()
  })
})
