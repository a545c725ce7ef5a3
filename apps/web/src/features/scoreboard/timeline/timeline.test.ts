import { describe, expect, it } from 'vitest'
import {
  firstRange,
  linesOf,
  momentsIn,
  scoreAt,
  spread,
  timelineIn,
  wholeRange,
  zoomed,
} from './timeline.ts'

const day = 86_400_000
const line = (id: number, ...items: [time: number, score: number][]) => ({
  id,
  name: `Team ${id}`,
  items: items.map(([time, score]) => ({ time, score })),
})

describe('the range of the timeline', () => {
  it('goes from the start to now, and not beyond the end', () => {
    expect(wholeRange({ start: 0, end: 100 }, 40)).toEqual({ from: 0, to: 40 })
    expect(wholeRange({ start: 0, end: 100 }, 900)).toEqual({ from: 0, to: 100 })
  })

  it('begins with the last week of a long game, for as long as it runs', () => {
    const long = { start: 0, end: 30 * day }
    expect(firstRange(long, 20 * day)).toEqual({ from: 13 * day, to: 20 * day })
    expect(firstRange(long, 5 * day)).toEqual({ from: 0, to: 5 * day })
    expect(firstRange(long, 31 * day)).toEqual({ from: 0, to: 30 * day })
    expect(firstRange({ start: 0, end: 14 * day }, 10 * day)).toEqual({ from: 0, to: 10 * day })
  })

  it('is zoomed around its middle and kept within bounds', () => {
    const bounds = { from: 0, to: 10 * day }
    expect(zoomed({ from: 4 * day, to: 8 * day }, 0.5, bounds)).toEqual({ from: 5 * day, to: 7 * day })
    expect(zoomed({ from: 4 * day, to: 8 * day }, 4, bounds)).toEqual(bounds)
  })
})

describe('the lines', () => {
  it('begin with nothing, rise with each solve, and go on to the end', () => {
    const teams = [line(1, [10, 100], [30, 300]), line(2, [20, 150])]
    expect(linesOf(teams, { from: 0, to: 50 })).toEqual({
      times: [0, 10, 20, 30, 50],
      scores: [
        [0, 100, 100, 300, 300],
        [0, 0, 150, 150, 150],
      ],
    })
  })

  it('have a moment at both edges of what is in sight', () => {
    expect(linesOf([line(1, [10, 100])], { from: 0, to: 50 }, { from: 20, to: 40 })).toEqual({
      times: [0, 10, 20, 40, 50],
      scores: [[0, 100, 100, 100, 100]],
    })
  })

  it('leave out what came after the end', () => {
    expect(linesOf([line(1, [10, 100], [90, 100])], { from: 0, to: 50 }).times).toEqual([0, 10, 50])
  })

  it('are those of the division, or of all', () => {
    const timelines = [
      { divisionId: 0, teams: [line(1, [1, 1])] },
      { divisionId: 7, teams: [line(2, [1, 1])] },
    ]
    expect(timelineIn(timelines, null).map(({ id }) => id)).toEqual([1])
    expect(timelineIn(timelines, 7).map(({ id }) => id)).toEqual([2])
    expect(timelineIn(timelines, 8)).toEqual([])
    expect(timelineIn([{ divisionId: 0, teams: [line(3)] }], null)).toEqual([])
  })
})

describe('the table of the timeline', () => {
  it('tells the scores at a few moments', () => {
    expect(momentsIn({ from: 0, to: 60 }, 3)).toEqual([20, 40, 60])
    const { items } = line(1, [10, 100], [30, 300])
    expect([5, 10, 29, 60].map((moment) => scoreAt(items, moment))).toEqual([0, 100, 100, 300])
  })
})

describe('marks that would lie over each other', () => {
  it('are moved apart, in their order, around where they were', () => {
    const moved = spread([50, 52, 200], 10, 300)
    expect(moved[2]).toBe(200)
    expect((moved[1] ?? 0) - (moved[0] ?? 0)).toBeCloseTo(10)
    expect(((moved[0] ?? 0) + (moved[1] ?? 0)) / 2).toBeCloseTo(51)
  })

  it('never lie below the bottom', () => {
    const moved = spread([299, 300, 300, 300], 10, 300)
    expect(Math.max(...moved)).toBe(300)
    const sorted = moved.toSorted((one, other) => one - other)
    for (let at = 1; at < sorted.length; at++)
      expect((sorted[at] ?? 0) - (sorted[at - 1] ?? 0)).toBeGreaterThan(9.9)
  })
})
