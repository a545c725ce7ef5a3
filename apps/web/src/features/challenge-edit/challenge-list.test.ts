import type { ChallengeSummary } from '@pennant/contract/challenge'
import { describe, expect, it } from 'vitest'
import { type Filter, moved, ordered, shownOf } from './challenge-list.ts'

const challenge = (id: number, given: Partial<ChallengeSummary> = {}): ChallengeSummary => ({
  id,
  title: `Challenge ${id}`,
  category: 'Misc',
  type: 'StaticAttachment',
  isEnabled: true,
  score: 100,
  minScore: 25,
  originalScore: 100,
  deadlineUtc: null,
  lacks: [],
  ...given,
})

const all: Filter = { text: '', category: null, type: null, state: 'all' }
const idsOf = (challenges: readonly ChallengeSummary[]): number[] => challenges.map(({ id }) => id)

describe('the challenges of a game', () => {
  const lighthouse = challenge(3, { title: 'Lighthouse', category: 'Web', score: 300 })
  const anchor = challenge(1, { title: 'Anchor', isEnabled: false, lacks: ['Flag'], score: 200 })
  const buoy = challenge(2, { title: 'Red buoy', type: 'DynamicContainer', score: 300 })
  const game = [lighthouse, anchor, buoy]

  it('keep the order of the game unless another is asked for', () => {
    expect(idsOf(shownOf(game, all, null))).toEqual([3, 1, 2])
    expect(idsOf(shownOf(game, all, { by: 'title', descending: false }))).toEqual([1, 3, 2])
    expect(idsOf(shownOf(game, all, { by: 'points', descending: true }))).toEqual([2, 3, 1])
  })

  it('are found by every word of the title, or by their number', () => {
    expect(idsOf(shownOf(game, { ...all, text: 'buoy RED' }, null))).toEqual([2])
    expect(idsOf(shownOf(game, { ...all, text: '#3' }, null))).toEqual([3])
    expect(shownOf(game, { ...all, text: 'buoy green' }, null)).toEqual([])
  })

  it('are filtered by category, type and state', () => {
    expect(idsOf(shownOf(game, { ...all, category: 'Web' }, null))).toEqual([3])
    expect(idsOf(shownOf(game, { ...all, type: 'DynamicContainer' }, null))).toEqual([2])
    expect(idsOf(shownOf(game, { ...all, state: 'enabled' }, null))).toEqual([3, 2])
    expect(idsOf(shownOf(game, { ...all, state: 'disabled' }, null))).toEqual([1])
    expect(idsOf(shownOf(game, { ...all, state: 'lacking' }, null))).toEqual([1])
  })

  it('lack nothing as far as a server says nothing about it', () => {
    const { lacks: _, ...unsaid } = anchor
    expect(shownOf([unsaid], { ...all, state: 'lacking' }, null)).toEqual([])
  })

  it('are moved to a place, and no further than the ends', () => {
    expect(moved([1, 2, 3], 1, 2)).toEqual([2, 3, 1])
    expect(moved([1, 2, 3], 3, 0)).toEqual([3, 1, 2])
    expect(moved([1, 2, 3], 2, 9)).toEqual([1, 3, 2])
    expect(moved([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  })

  it('stand as they are ordered, with those that came meanwhile last', () => {
    expect(idsOf(ordered(game, [2, 3]))).toEqual([2, 3, 1])
  })
})
