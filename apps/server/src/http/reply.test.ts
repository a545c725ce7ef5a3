import { describe, expect, it } from 'vitest'
import { totalOf } from './reply.ts'

describe('how many there are of which a page is shown', () => {
  it.each([
    ['a page that is not full', { count: 10, skip: 0 }, 4, 4],
    ['the last page', { count: 10, skip: 30 }, 4, 34],
    ['nothing at all', { count: 10, skip: 0 }, 0, 0],
  ])('is told by %s', async (_what, page, onPage, total) => {
    const ask = () => Promise.reject(new Error('nobody has to be asked'))
    expect(await totalOf(page, onPage, ask)).toBe(total)
  })

  it.each([
    ['a full page', { count: 10, skip: 0 }, 10],
    ['a page behind the end', { count: 10, skip: 100 }, 0],
    ['a page that is to be empty', { count: 0, skip: 0 }, 0],
  ])('is asked for with %s', async (_what, page, onPage) => {
    expect(await totalOf(page, onPage, async () => 17)).toBe(17)
  })
})
