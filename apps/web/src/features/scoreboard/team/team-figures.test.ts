import { describe, expect, it } from 'vitest'
import { packBoard, solvesOf } from '../board.ts'
import { sampleAnswer } from '../sample-answer.suite.ts'
import { figuresByCategory, figuresByMember, placeIn, standingOf } from './team-figures.ts'

const board = packBoard(sampleAnswer())
const solvesOfTeam = (name: string) =>
  board.teams.filter((team) => team.name === name).flatMap((team) => solvesOf(board, team))

const standing = (name: string) =>
  board.teams.filter((team) => team.name === name).map((team) => standingOf(board, team, solvesOfTeam(name)))

describe('the figures of a team', () => {
  it('are told with how many it is ranked among, what is lacking to the place above, and its bloods', () => {
    const [above, own] = [1, 2].map((rank) => board.teams.find((team) => team.rank === rank))
    const ranked = board.teams.filter(({ rank }) => rank !== null).length
    expect(standing(own?.name ?? '')).toEqual([
      expect.objectContaining({ ranked, toAbove: (above?.score ?? 0) - (own?.score ?? 0) }),
    ])
    expect(standing(above?.name ?? '')).toEqual([expect.objectContaining({ toAbove: null })])
    expect(standing('Gulls')).toEqual([
      expect.objectContaining({ rankedInDivision: 2, bloods: [expect.any(Number), 0, 0] }),
    ])
    expect(standing('Terns')).toEqual([expect.objectContaining({ bloods: [0, 1, 0] })])
    expect(standing('Ärger')).toEqual([expect.objectContaining({ toAbove: null })])
  })

  it('tell the place in the selected division, or overall for a team of another one', () => {
    const gulls = board.teams.find(({ name }) => name === 'Gulls')
    if (gulls === undefined) throw new Error('no Gulls')
    const second = { ...gulls, id: 99, rank: 7, divisionRank: 2, score: gulls.score - 30 }
    const teams = [
      { ...gulls, rank: 1, divisionRank: 1 },
      { ...gulls, rank: 6, divisionId: null, score: 90 },
      second,
    ]
    expect(placeIn({ teams }, second, gulls.divisionId ?? 'all')).toEqual({ rank: 2, toAbove: 30 })
    expect(placeIn({ teams }, second, 'all')).toEqual({ rank: 7, toAbove: 90 - second.score })
    expect(placeIn({ teams }, second, 12_345)).toEqual({ rank: 7, toAbove: 90 - second.score })
    expect(placeIn({ teams }, { ...second, rank: null }, 'all')).toEqual({ rank: null, toAbove: null })
  })

  it('tell by category what is solved, of how many, and its share of all points', () => {
    expect(figuresByCategory(board.challenges, solvesOfTeam('Terns'))).toEqual([
      { category: 'Pwn', solved: 0, of: 1, points: 0, share: 0 },
      { category: 'Web', solved: 1, of: 2, points: 103, share: 0.515 },
    ])
  })

  it('never fill more than the whole, whatever the bonus', () => {
    const [pwn] = figuresByCategory(board.challenges, solvesOfTeam('Gulls'))
    expect(pwn).toMatchObject({ points: 105, share: 1 })
  })

  it('tell who brought in what, the most first', () => {
    const figures = figuresByMember(solvesOfTeam('Ärger'))
    expect(figures.map(({ member, solved, points }) => [member, solved, points])).toEqual([
      ['dee', 2, 206],
      [null, 1, 103],
    ])
    expect(figures.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  })
})
