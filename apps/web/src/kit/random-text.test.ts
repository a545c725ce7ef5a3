import { describe, expect, it } from 'vitest'
import { randomBelow, randomCode } from './random-text.ts'

describe('a code that is made by chance', () => {
  it('is twelve plain letters and figures', () => {
    expect(randomCode(() => 0)).toBe('aaaaaaaaaaaa')
    expect(randomCode((below) => below - 1)).toBe('999999999999')
    expect(randomCode()).toMatch(/^[a-z2-9]{12}$/)
  })

  it('is made of numbers below what is asked for', () => {
    const drawn = Array.from({ length: 1_000 }, () => randomBelow(3))
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2]))
  })
})
