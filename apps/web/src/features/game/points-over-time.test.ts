import { describe, expect, it } from 'vitest'
import { pointsOverTime, stepsOf } from './points-over-time.ts'

const solve = (time: number, score: number) => ({
  id: time,
  time,
  score,
  type: 'Normal' as const,
  userName: null,
})
const span = { start: 0, end: 100 }

describe('points over time', () => {
  it('go up with each solve, from the start to the end, and count points by hand last', () => {
    const line = { solvedChallenges: [solve(20, 100), solve(30, 0), solve(50, 50)], adjustment: -30 }
    expect(pointsOverTime(line, span)).toEqual([
      { time: 0, score: 0 },
      { time: 20, score: 100 },
      { time: 30, score: 100 },
      { time: 50, score: 150 },
      { time: 100, score: 120 },
      { time: 100, score: 120 },
    ])
  })

  it('are none where nothing brought any', () => {
    expect(pointsOverTime({ solvedChallenges: [solve(20, 0)] }, span)).toEqual([])
  })

  it('are drawn as steps, below zero too', () => {
    const box = { ...span, width: 100, height: 104 }
    const of = (scores: [number, number][]) =>
      stepsOf(
        scores.map(([time, score]) => ({ time, score })),
        box,
      )
    expect(
      of([
        [0, 0],
        [50, 100],
      ]),
    ).toBe('M0 102H50V2')
    expect(
      of([
        [0, 0],
        [50, -1],
      ]),
    ).toBe('M0 52H50V102')
  })
})
