import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unmask } from './unmask.ts'

describe('taking a mask off', () => {
  it('is the same for every place in memory, length, and part of a frame', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    const mask = fc.uint8Array({ minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(bytes, mask, fc.nat(3), fc.nat(7), (plain, key, phase, place) => {
        const memory = new Uint8Array(plain.length + place + 8).fill(0xee)
        const masked = memory.subarray(place, place + plain.length)
        masked.set(plain.map((byte, at) => byte ^ (key[(phase + at) % 4] ?? 0)))
        unmask(masked, key, phase)
        expect([...masked]).toEqual([...plain])
        // Nothing beside it has been touched.
        expect([...memory.subarray(0, place), ...memory.subarray(place + plain.length)]).toEqual(
          Array.from({ length: place + 8 }, () => 0xee),
        )
      }),
    )
  })
})
