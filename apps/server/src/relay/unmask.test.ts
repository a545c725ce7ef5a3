import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unmask, wordsOf } from './unmask.ts'

describe('taking a mask off', () => {
  it('is the same for every place in memory, length, and part of a frame', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    const mask = fc.uint8Array({ minLength: 4, maxLength: 4 })
    const seen = fc.oneof(fc.nat(9), fc.integer({ min: 2 ** 31 - 9, max: 2 ** 32 }))
    fc.assert(
      fc.property(
        bytes,
        mask,
        fc.nat(10),
        seen,
        fc.nat(7),
        fc.nat(9),
        (plain, key, maskAt, before, place, from) => {
          const untouched = 0xee
          const header = new Uint8Array(14).fill(untouched)
          header.set(key, maskAt)
          const masked = plain.map((byte, at) => byte ^ (key[(before + at) % 4] ?? 0))
          const all = new Uint8Array(place + from + plain.length + 9).fill(untouched)
          all.set(masked, place + from)
          const piece = all.subarray(place)
          unmask(piece, wordsOf(piece), from, from + plain.length, header, maskAt, before)
          expect([...piece.subarray(from, from + plain.length)]).toEqual([...plain])
          const beside = [...all.subarray(0, place + from), ...all.subarray(place + from + plain.length)]
          expect(new Set(beside)).toEqual(new Set([untouched]))
        },
      ),
    )
  })
})
