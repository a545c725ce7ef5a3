import type { BasicGameInfo } from '@pennant/contract/game'
import { describe, expect, it } from 'vitest'
import { gamesShown } from './game-list.ts'

const game = (id: number, start: number, end: number, title = `Game ${id}`): BasicGameInfo => ({
  id,
  title,
  summary: 'A Regatta of flags',
  poster: null,
  limit: 0,
  start,
  end,
})
const now = 1_000
const games = [
  game(1, 0, 500),
  game(2, 2_000, 3_000),
  game(3, 500, 2_000),
  game(4, 100, 900),
  game(5, 1_500, 3_000),
  game(6, 900, 1_200, 'Ärger im Hafen'),
]
const ids = (filter: Parameters<typeof gamesShown>[1]['filter'], text = ''): number[] =>
  gamesShown(games, { filter, text, now }).map(({ id }) => id)

describe('the list of games', () => {
  it('shows what runs, what comes next, and what ended last, in this order', () => {
    expect(ids('all')).toEqual([6, 3, 5, 2, 4, 1])
  })

  it('can be narrowed to a phase', () => {
    expect(ids('running')).toEqual([6, 3])
    expect(ids('upcoming')).toEqual([5, 2])
    expect(ids('ended')).toEqual([4, 1])
  })

  it('finds every word in title or summary, whatever its case', () => {
    expect(ids('all', ' ärger ')).toEqual([6])
    expect(ids('all', 'regatta 3')).toEqual([3])
    expect(ids('all', 'nothing')).toEqual([])
  })
})
