import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlaces } from './place.ts'

describe('places of ids', () => {
  it('are found, and those of others are not, however far the ids lie apart', () => {
    const near = fc.uniqueArray(fc.integer({ min: 1, max: 300 }))
    const far = fc.uniqueArray(fc.oneof(fc.integer(), fc.maxSafeInteger()))
    fc.assert(
      fc.property(fc.oneof(near, far), fc.array(fc.integer()), (ids, others) => {
        const places = createPlaces(ids)
        expect(ids.map(places)).toEqual(ids.map((_, index) => index))
        for (const id of others) expect(places(id)).toBe(ids.indexOf(id))
      }),
    )
  })

  it('are none beside the ids', () => {
    const places = createPlaces([7, 9])
    expect([6, 8, 10, 7.5, -7, Number.NaN, Number.POSITIVE_INFINITY].map(places)).toEqual(
      Array.from({ length: 7 }, () => -1),
    )
    expect(createPlaces([])(1)).toBe(-1)
  })
})
