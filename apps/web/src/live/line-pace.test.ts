import { describe, expect, it } from 'vitest'
import { dueAt, hearSolve, type Pace, showNext, startPace } from './line-pace.ts'
import type { LiveSolve } from './live-solve.ts'

const second = 1_000
const solve = (team: string, place: LiveSolve['place'] = 0): LiveSolve => ({
  ...{ team, challenge: 'Buoy', challengeId: 1, place, time: 0, isOwn: false },
})
const hear = (pace: Pace, ...solves: LiveSolve[]): Pace => solves.reduce(hearSolve, pace)

/** What the line shows and when, if `heard` comes at these times. */
const shownOver = (heard: readonly (readonly [number, LiveSolve])[], until: number): string[] => {
  const shown: string[] = []
  let pace = startPace(null, 0)
  for (let now = 0; now <= until; now += second) {
    for (const [at, one] of heard) if (at === now) pace = hearSolve(pace, one)
    const due = dueAt(pace)
    if (due === null || due > now) continue
    pace = showNext(pace, now)
    if (pace.shown !== null)
      shown.push(
        `${now / second} ${pace.shown.solve.team}${pace.shown.more > 0 ? ` +${pace.shown.more}` : ''}`,
      )
  }
  return shown
}

describe('the pace of the live line', () => {
  it('shows a solve right away, and the next at most every four seconds', () => {
    const heard = [0, 1, 2, 3, 9].map((at) => [at * second, solve(`t${at}`)] as const)
    expect(shownOver(heard, 20 * second)).toEqual(['0 t0', '4 t3 +2', '9 t9'])
  })

  it('shows two bloods one after the other, each for four seconds', () => {
    const heard = [
      [0, solve('a', 2)],
      [second, solve('b', 3)],
      [2 * second, solve('c')],
    ] as const
    expect(shownOver(heard, 20 * second)).toEqual(['0 a', '4 b +1'])
    const first = [
      [0, solve('a', 1)],
      [second, solve('b', 1)],
    ] as const
    expect(shownOver(first, 20 * second)).toEqual(['0 a', '4 b'])
  })

  it('keeps a first blood for eight seconds while only other solves come', () => {
    const heard = [
      [0, solve('a', 1)],
      [second, solve('b')],
      [5 * second, solve('c')],
    ] as const
    expect(shownOver(heard, 20 * second)).toEqual(['0 a', '8 c +1'])
  })

  it('counts the rest of a rush instead of showing it late, and loses no first blood to a third', () => {
    const pace = hear(
      startPace(null, 0),
      solve('a', 3),
      solve('b', 1),
      solve('c', 2),
      solve('d', 3),
      solve('e', 1),
    )
    expect(pace.bloods.map(({ team }) => team)).toEqual(['b', 'c', 'e'])
    expect(pace.others).toBe(2)
    const shown = showNext(pace, 0)
    expect(shown.shown).toMatchObject({ solve: { team: 'b' }, more: 2 })
    expect(shown.others).toBe(0)
  })

  it('begins with one that has just been heard, or with whatever comes next', () => {
    const pace = hearSolve(startPace(solve('heard', 2), 500), solve('next'))
    expect([pace.shown?.solve.team, dueAt(pace)]).toEqual(['heard', 4_500])
    expect(dueAt(startPace(null, 500))).toBeNull()
    expect(dueAt(hearSolve(startPace(null, 500), solve('next')))).toBe(Number.NEGATIVE_INFINITY)
  })
})
