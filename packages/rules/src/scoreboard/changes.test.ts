import { describe, expect, it } from 'vitest'
import { type Step, stepsSince, withBloods } from './changes.ts'

const steps = Array.from(
  { length: 100 },
  (_, at): Step => ({
    ...{ from: 10 + 2 * at, to: 12 + 2 * at, solves: [], challenges: [], teams: [] },
  }),
)
const firstOf = (since: number) => stepsSince(steps, 210, since)?.[0]?.from

describe('the steps since a version', () => {
  it('begin with the last one that shows no more than it', () => {
    expect([208, 207, 206, 146].map(firstOf)).toEqual([208, 206, 206, 146])
    expect(stepsSince(steps, 210, 205)).toHaveLength(3)
  })

  it('begin earlier where that is long ago, so that there are few of them', () => {
    expect(firstOf(145)).toBe(138)
    const begins = new Set(Array.from({ length: 201 }, (_, at) => firstOf(10 + at)))
    expect(begins.size).toBeLessThan(40)
    for (let since = 10; since < 210; since++) expect(firstOf(since)).toBeLessThanOrEqual(since)
  })

  it('are none from the version itself, and unknown from before the first and after the last', () => {
    expect(stepsSince(steps, 210, 210)).toEqual([])
    expect([stepsSince(steps, 210, 9), stepsSince(steps, 210, 211), stepsSince([], 210, 209)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('bloods', () => {
  const named = (name: string, avatar: string | null = null) => ({ name, avatar })
  const teams = new Map([1, 2, 3, 4].map((id) => [id, named(`Team ${id}`)]))
  const blood = (id: number, submitTimeUtc: number) => ({
    id,
    name: `Team ${id}`,
    avatar: null,
    submitTimeUtc,
  })
  const held = [blood(1, 10), blood(2, 20), blood(3, 30)]

  it('move on where a solve of before comes late', () => {
    expect(withBloods(held, [{ teamId: 4, place: 2, time: 15 }], teams)).toEqual([
      blood(1, 10),
      blood(4, 15),
      blood(2, 20),
    ])
  })

  it('stay as they are for solves that took none, and for those that are known', () => {
    const taken = [
      { teamId: 4, place: 0, time: 40 },
      { teamId: 2, place: 2, time: 20 },
    ]
    expect(withBloods(held, taken, teams)).toEqual(held)
  })

  it('have the names of now, in the order of places, whichever is told first', () => {
    const taken = [
      { teamId: 3, place: 3, time: 30 },
      { teamId: 1, place: 1, time: 10 },
    ]
    const renamed = new Map(teams).set(2, named('Renamed', '/a'))
    expect(withBloods([blood(2, 20)], taken, renamed)).toEqual([
      blood(1, 10),
      { ...blood(2, 20), name: 'Renamed', avatar: '/a' },
      blood(3, 30),
    ])
  })
})
