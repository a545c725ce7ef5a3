import { describe, expect, it } from 'vitest'
import { packBoard } from './board.ts'
import { sampleAnswer } from './sample-answer.suite.ts'
import { categoriesIn, columnsOf, type Filter, neighbors, shownTeams } from './team-list.ts'

const board = packBoard(sampleAnswer())
const usual: Filter = { selection: 'all', text: '', sort: 'rank' }
const collator = new Intl.Collator('de-DE')
const shown = (filter: Partial<Filter>) => shownTeams(board, { ...usual, ...filter }, collator)
const names = (filter: Partial<Filter>): string[] => shown(filter).map(({ team }) => team.name)

describe('the teams that are shown', () => {
  it('are those that have a rank, by rank', () => {
    expect(shown({}).map(({ team, rank }) => [rank, team.name])).toEqual([
      [1, 'Gulls'],
      [2, 'Terns'],
      [3, 'Kelp'],
    ])
  })

  it('are also the unranked ones when searched, when chosen, and in their division', () => {
    expect(names({ text: 'ÄRG' })).toEqual(['Ärger'])
    expect(names({ selection: 'unranked' })).toEqual(['Ärger'])
    expect(names({ selection: 2 })).toEqual(['Ärger'])
  })

  it('are ranked within the division that is chosen, with the overall rank beside it', () => {
    expect(shown({ selection: 1 }).map(({ rank, overall }) => [rank, overall])).toEqual([
      [1, 1],
      [2, 3],
    ])
    expect(shown({ selection: 2 }).map(({ rank, overall }) => [rank, overall])).toEqual([[1, null]])
  })

  it('are searched within the division that is chosen', () => {
    expect(names({ selection: 1, text: 'kel' })).toEqual(['Kelp'])
    expect(names({ selection: 1, text: 'terns' })).toEqual([])
  })

  it('are sorted by name in the way of the language, by solves, and by the latest solve', () => {
    expect(names({ text: 'e', sort: 'name' })).toEqual(['Ärger', 'Kelp', 'Terns'])
    expect(names({ sort: 'solves' })).toEqual(['Gulls', 'Terns', 'Kelp'])
    expect(names({ text: 'e', sort: 'solves' })[0]).toBe('Ärger')
    expect(names({ text: 'r', sort: 'last' })).toEqual(['Ärger', 'Terns'])
    expect(names({ sort: 'last' }).at(-1)).toBe('Kelp')
  })

  it('have neighbors in the order in which they are shown', () => {
    expect(neighbors(shown({}), 12)).toEqual({ previous: 11, next: 14 })
    expect(neighbors(shown({}), 13)).toEqual({ previous: null, next: null })
  })
})

describe('the columns', () => {
  it('say where each category begins', () => {
    expect(categoriesIn(board)).toEqual(['Pwn', 'Web'])
    expect(columnsOf(board, null).categories).toEqual([
      { category: 'Pwn', from: 0, count: 1 },
      { category: 'Web', from: 1, count: 2 },
    ])
  })

  it('are narrowed to one category', () => {
    const { challenges, categories } = columnsOf(board, 'Web')
    expect(challenges.map(({ title }) => title)).toEqual(['Anchor', 'Berth'])
    expect(categories).toEqual([{ category: 'Web', from: 0, count: 2 }])
  })
})
