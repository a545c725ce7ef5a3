import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startList, missingPages, newRowsIn, insertPage, refreshList } from './long-list.ts'

const newest = (total: number, count: number, skip = 0) => ({
  total,
  rows: Array.from(
    { length: Math.max(0, Math.min(count, total - skip)) },
    (_, index) => total - skip - index,
  ),
})

describe('a long list', () => {
  it('begins with what has been read and leaves room for the rest', () => {
    const list = startList(newest(5, 2), 1000)
    expect(list.rows).toEqual([5, 4, undefined, undefined, undefined])
    expect(missingPages(list, 0, 1)).toEqual([])
    expect(missingPages(list, 1, 9)).toEqual([0])
  })

  it('asks for every page in sight that is missing, once', () => {
    const list = startList(newest(350, 100), 1000)
    expect(missingPages(list, 90, 210)).toEqual([100, 200])
  })

  it('puts what was asked for before it grew where that is now', () => {
    const before = startList(newest(4, 2), 1000)
    const grown = refreshList(before, newest(6, 2), 2000)
    expect(grown.rows).toEqual([6, 5, 4, 3, undefined, undefined])
    expect(insertPage(grown, { skip: 2, prepended: before.prepended }, [2, 1]).rows).toEqual([
      6, 5, 4, 3, 2, 1,
    ])
  })

  it('leaves a gap where more has come than a page holds', () => {
    const list = refreshList(startList(newest(3, 3), 1000), newest(8, 2), 2000)
    expect(list.rows).toEqual([8, 7, undefined, undefined, undefined, 3, 2, 1])
  })

  it('takes in what was committed late and belongs further down', () => {
    const before = startList({ rows: ['c', 'a'], total: 2 }, 1000)
    expect(refreshList(before, { rows: ['c', 'b', 'a'], total: 3 }, 2000).rows).toEqual(['c', 'b', 'a'])
  })

  it('starts again when something has been deleted', () => {
    const list = refreshList(startList(newest(5, 5), 1000), newest(3, 3), 2000)
    expect(list.rows).toEqual([3, 2, 1])
    expect(list.prepended).toBe(0)
  })

  it('holds every entry at its place, however it grows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 6 }),
        (first, page, growth) => {
          let total = first
          let list = startList(newest(total, page), 0)
          for (const more of growth) {
            total += more
            const found = newest(total, page)
            expect(newRowsIn(list, found)).toBe(more)
            list = refreshList(list, found, total)
          }
          expect(list.rows).toHaveLength(total)
          for (const [index, row] of list.rows.entries())
            if (row !== undefined) expect(row).toBe(total - index)
        },
      ),
    )
  })
})
