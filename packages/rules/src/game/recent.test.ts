import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byNearestBoundary, distanceToBoundary } from './recent.ts'

const moment = fc.integer({ min: -1e12, max: 1e13 })

describe('how recent a game is', () => {
  const game = { start: 100, end: 200 }

  it.each([
    ['before the start counts to the start', 70, 30],
    ['at the start is nothing', 100, 0],
    ['soon after the start counts from it', 110, 10],
    ['shortly before the end counts to it', 185, 15],
    ['at the end is nothing', 200, 0],
    ['after the end counts from it', 240, 40],
  ])('%s', (_, now, distance) => expect(distanceToBoundary(game, now)).toBe(distance))

  it('orders the nearest boundary first', () => {
    const longAgo = { start: 0, end: 10 }
    const justBegun = { start: 995, end: 5000 }
    const halfWay = { start: 500, end: 1500 }
    const nextUp = { start: 1020, end: 2000 }
    expect([longAgo, halfWay, nextUp, justBegun].toSorted(byNearestBoundary(1000))).toEqual([
      justBegun,
      nextUp,
      halfWay,
      longAgo,
    ])
  })

  it('is never negative, and never more than the way to either end of a game', () => {
    fc.assert(
      fc.property(moment, moment, moment, (start, end, now) => {
        const distance = distanceToBoundary({ start, end }, now)
        expect(distance).toBeGreaterThanOrEqual(0)
        expect([Math.abs(now - start), Math.abs(now - end)]).toContain(distance)
      }),
    )
  })
})
