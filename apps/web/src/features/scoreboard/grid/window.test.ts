import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indicesOf, offsetToShow, spanOf } from './window.ts'

const windows = fc.record({
  offset: fc.integer({ min: -500, max: 300_000 }),
  extent: fc.integer({ min: 0, max: 2_000 }),
  size: fc.integer({ min: 20, max: 80 }),
  count: fc.integer({ min: 0, max: 5_000 }),
})

describe('the span of a window', () => {
  it('has everything that is in sight and little more', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const { first, end } = spanOf(window)
        const { offset, extent, size, count } = window
        for (const pixel of [Math.max(0, offset), Math.max(0, offset) + extent - 1]) {
          const at = Math.floor(pixel / size)
          if (at < count && extent > 0) expect(at >= first && at < end).toBe(true)
        }
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(count)
        expect(end - first).toBeLessThanOrEqual(Math.ceil(extent / size) + 17)
      }),
    )
  })

  it('stays the same for the next few pixels', () => {
    const window = { extent: 600, size: 40, count: 1_000 }
    expect(spanOf({ ...window, offset: 4_005 })).toEqual(spanOf({ ...window, offset: 4_035 }))
  })
})

describe('the indices that are drawn', () => {
  it('are those of the span and those that stay, each once and in order', () => {
    expect(indicesOf({ first: 4, end: 7 }, [5, 900, -1, 1])).toEqual([1, 4, 5, 6, 900])
    expect(indicesOf({ first: 0, end: 0 }, [])).toEqual([])
  })
})

describe('bringing something into sight', () => {
  it('scrolls only as far as is needed', () => {
    const window = { offset: 400, extent: 200, size: 40 }
    expect(offsetToShow(12, window)).toBe(400)
    expect(offsetToShow(2, window)).toBe(80)
    expect(offsetToShow(20, window)).toBe(640)
  })
})
