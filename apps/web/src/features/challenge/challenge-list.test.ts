import type { ChallengeInfo, GameDetail } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import { categoriesOf, challengesOf, hasLabels, neighbors, shownIn, type View } from './challenge-list.ts'

const challenge = (
  id: number,
  category: 'Web' | 'Pwn',
  score: number,
  solved: number,
  title = `Challenge ${id}`,
) => ({
  id,
  title,
  category,
  score,
  solved,
  deadline: id === 4 ? 900 : null,
  bloods: [],
  disableBloodBonus: false,
})
const detail = {
  challenges: {
    Web: [challenge(1, 'Web', 300, 5), challenge(2, 'Web', 100, 9, 'Kümmel')],
    Pwn: [challenge(3, 'Pwn', 200, 1), challenge(4, 'Pwn', 200, 3)],
  },
  challengeCount: 4,
  rank: { solvedChallenges: [{ id: 2, score: 100, type: 'Normal', userName: 'a', time: 1 }] },
} as unknown as GameDetail

const all = challengesOf(detail, 1_000)
const usual: View = {
  text: '',
  category: null,
  sort: 'category',
  hideSolved: false,
  level: null,
  tag: null,
}
const ids = (view: Partial<View>): number[] => shownIn(all, { ...usual, ...view }).map(({ id }) => id)

describe('labels of challenges', () => {
  const labels: Record<number, Partial<ChallengeInfo>> = {
    1: { level: 'Hard', tags: ['SQL', 'Blind'] },
    3: { level: 'Easy' },
    4: { tags: ['SQL'] },
  }
  const labeled = all.map((one) => ({ ...one, ...labels[one.id] }))
  const shown = (view: Partial<View>): number[] => shownIn(labeled, { ...usual, ...view }).map(({ id }) => id)

  it('filter by level and by tag, and sort by level, with those without one last', () => {
    expect(shown({ level: 'Hard' })).toEqual([1])
    expect(shown({ tag: 'SQL' })).toEqual([1, 4])
    expect(shown({ tag: 'SQL', level: 'Easy' })).toEqual([])
    expect(shown({ sort: 'level' })).toEqual([3, 1, 2, 4])
    expect(all.some(hasLabels)).toBe(false)
    expect(labeled.map(hasLabels)).toEqual([true, false, true, true])
  })
})

describe('the challenges of a game', () => {
  it('say what the own team has solved since the board is frozen', () => {
    const laterAt = (frozenAt: number): number[] =>
      challengesOf({ ...detail, frozenAt }, 1_000).flatMap(({ id, later }) => (later ? [id] : []))
    expect(laterAt(1)).toEqual([2])
    expect(laterAt(2)).toEqual([])
  })

  it('say which the own team has solved, what for, and which are closed', () => {
    expect(all.map(({ solve }) => solve?.score ?? null)).toEqual([null, 100, null, null])
    expect(all.filter(({ ours }) => ours).map(({ id }) => id)).toEqual([2])
    expect(all.filter(({ later }) => later)).toEqual([])
    expect(all.filter(({ closed }) => closed).map(({ id }) => id)).toEqual([4])
  })

  it('stay together by category, as the organizers have put them', () => {
    expect(ids({})).toEqual([1, 2, 3, 4])
  })

  it('are sorted by points, solves or age, or those that are left to solve first', () => {
    expect(ids({ sort: 'unsolved' })).toEqual([1, 3, 4, 2])
    expect(ids({ sort: 'points' })).toEqual([1, 3, 4, 2])
    expect(ids({ sort: 'solves' })).toEqual([2, 1, 4, 3])
    expect(ids({ sort: 'newest' })).toEqual([4, 3, 2, 1])
  })

  it('are narrowed by category, words and what is solved', () => {
    expect(ids({ category: 'Pwn' })).toEqual([3, 4])
    expect(ids({ text: 'KÜMMEL' })).toEqual([2])
    expect(ids({ text: 'pwn 4' })).toEqual([4])
    expect(ids({ hideSolved: true })).toEqual([1, 3, 4])
  })

  it('are counted by category, with the points that can still be earned', () => {
    const tallies = categoriesOf(all).map(({ challenges, ...rest }) => ({
      ...rest,
      count: challenges.length,
    }))
    expect(tallies).toEqual([
      { category: 'Web', count: 2, solved: 1, left: 300 },
      // One of them is closed.
      { category: 'Pwn', count: 2, solved: 0, left: 200 },
    ])
  })

  it('have neighbors in the order in which they are shown', () => {
    const shown = shownIn(all, usual)
    expect(neighbors(shown, 1)).toEqual({ previous: null, next: 2 })
    expect(neighbors(shown, 2)).toEqual({ previous: 1, next: 3 })
    expect(neighbors(shown, 4)).toEqual({ previous: 3, next: null })
    expect(neighbors(shown, 99)).toEqual({ previous: null, next: null })
  })
})
