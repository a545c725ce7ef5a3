import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIndexOf } from './index-of.ts'

describe('the index of ids', () => {
  it('is found, and that of others is not, however far the ids lie apart', () => {
    const near = fc.uniqueArray(fc.integer({ min: 1, max: 300 }))
    const far = fc.uniqueArray(fc.oneof(fc.integer(), fc.maxSafeInteger()))
    fc.assert(
      fc.property(fc.oneof(near, far), fc.array(fc.integer()), (ids, others) => {
        const indexOf = createIndexOf(ids)
        expect(ids.map(indexOf)).toEqual(ids.map((_, index) => index))
        for (const id of others) expect(indexOf(id)).toBe(ids.indexOf(id))
      }),
    )
  })

  it('is -1 for other ids', () => {
    const indexOf = createIndexOf([7, 9])
    expect([6, 8, 10, 7.5, -7, Number.NaN, Number.POSITIVE_INFINITY].map(indexOf)).toEqual(
      Array.from({ length: 7 }, () => -1),
    )
    expect(createIndexOf([])(1)).toBe(-1)
  })
})
