import { describe, expect, it } from 'vitest'
import { qoi } from '../../../../../../tests/kit/old-images.ts'
import { decode } from './qoi.ts'

const pixels = (width: number, channels: number, chunks: string) =>
  decode(qoi(width, 1, channels, chunks))?.data.toString('hex')

describe('a QOI', () => {
  it('has plain colours, with and without transparency', () => {
    expect(pixels(2, 4, 'fe010203ff04050607')).toBe('010203ff04050607')
    expect(pixels(2, 3, 'fe010203ff04050607')).toBe('010203040506')
  })

  it('has small and larger differences, which wrap around', () => {
    // -2, 1, 0 from black; then green -32 with red -8 and blue 7.
    expect(pixels(2, 3, '4e800f')).toBe('fe0100d6e1e7')
  })

  it('has runs and colours that were seen', () => {
    // (1, 2, 3, 255) is at index 23; the initial black is at 53 after a run.
    expect(pixels(5, 3, 'c1fe0102033517')).toBe('000000000000010203000000010203')
    expect(pixels(1, 4, '07')).toBe('00000000')
  })

  it('is refused with chunks too few or too many, and with other channels', () => {
    expect(pixels(3, 3, 'c1')).toBeUndefined()
    expect(pixels(1, 3, 'c1')).toBeUndefined()
    expect(pixels(1, 3, 'c0c0')).toBeUndefined()
    expect(pixels(1, 5, 'c0')).toBeUndefined()
  })
})
