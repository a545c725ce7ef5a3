import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { fullStanding, inAscii, minimalStanding, positionIn, taskNames } from './ctftime.ts'
import { boardOf, challenge, game, solve, team } from './small-game.suite.ts'

type Task = Pick<ChallengeInfo, 'category' | 'id' | 'title'>
const task = (id: number, title: string, category: Task['category'] = 'Misc'): Task => ({
  ...{ id, title, category },
})
const namesOf = (...tasks: Task[]): string[] => [...taskNames(tasks).values()]

describe('names of tasks', () => {
  it('are the titles, with the category where two have the same', () => {
    expect(namesOf(task(1, 'Warm up', 'Web'), task(2, 'Fog'), task(3, 'Warm up', 'Pwn'))).toEqual([
      'Warm up (Web)',
      'Fog',
      'Warm up (Pwn)',
    ])
  })

  it('have the number, too, where that is not enough', () => {
    expect(namesOf(task(7, 'Fog'), task(8, 'Fog'))).toEqual(['Fog (Misc) #7', 'Fog (Misc) #8'])
    expect(namesOf(task(1, 'Fog', 'Web'), task(2, 'Fog', 'Pwn'), task(3, 'Fog (Web)'))).toEqual([
      'Fog (Web) #1',
      'Fog (Pwn)',
      'Fog (Web) #3',
    ])
  })

  it('are never the same', () => {
    const titles = fc.constantFrom('a', 'a (Web)', 'a (Web) #1', 'a (Web) #1 #1', 'a (Web) #2', 'a (Pwn)')
    const tasks = fc.array(
      fc.record({ title: titles, category: fc.constantFrom('Web' as const, 'Pwn' as const) }),
    )
    fc.assert(
      fc.property(tasks, (some) => {
        const names = namesOf(...some.map(({ title, category }, index) => task(index, title, category)))
        expect(new Set(names).size).toBe(some.length)
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })
})

describe('a line of the feed', () => {
  const board = boardOf({
    game: { ...game, end: 9_000 },
    challenges: [challenge(1), challenge(2)],
    teams: [team(1), team(2)],
    solves: [solve(1, 1, 1_100), solve(2, 1, 1_150), solve(1, 2, 2_999)],
    adjustments: [{ participationId: 2, points: -5_000, time: 1_300, revokedAt: null }],
  })
  const names = taskNames(board.challenges())
  const lineOf = (participationId: number) => {
    const item = board.itemOf(participationId)
    if (item === undefined) throw new Error('not on the board')
    return item
  }

  it('tells place, name, and points, and in full the points and the second of each solve', () => {
    const item = lineOf(1)
    const [first, second] = item.solvedChallenges
    expect(minimalStanding(item, 1)).toEqual({ pos: 1, team: item.name, score: item.score })
    expect(fullStanding(item, 1, names)).toEqual({
      ...minimalStanding(item, 1),
      taskStats: {
        [names.get(1) ?? '']: { points: first?.score, time: 1 },
        [names.get(2) ?? '']: { points: second?.score, time: 2 },
      },
      lastAccept: 2,
    })
  })

  it('can have fewer points than none', () => {
    expect(minimalStanding(lineOf(2), 2).score).toBeLessThan(0)
  })

  it('has no time of a solve that never was', () => {
    const item = boardOf({ challenges: [challenge(1)], teams: [team(1)], solves: [] }).items()[0]
    expect(item && fullStanding(item, 1, names)).not.toHaveProperty('lastAccept')
  })

  it('is there for teams with a rank: overall, or in the division that was asked for', () => {
    const item = { ...lineOf(1), rank: 0, divisionId: 7, divisionRank: 3 }
    expect([positionIn(item, null), positionIn(item, 7), positionIn(item, 8)]).toEqual([null, 3, null])
    expect(positionIn({ ...item, rank: 2 }, null)).toBe(2)
  })
})

describe('text in ASCII', () => {
  it('is the same JSON, with escapes of four digits', () => {
    expect(inAscii(JSON.stringify('Möwen é ふ 🏴'))).toBe(String.raw`"M\u00f6wen \u00e9 \u3075 \ud83c\udff4"`)
  })

  it('reads back as what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = inAscii(JSON.stringify({ [text]: text }))
        expect(json).toMatch(/^[\x00-\x7f]*$/)
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ [text]: text })))
      }),
    )
  })
})
