import type { Scoreboard } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import { packBoard } from '../board.ts'
import { sampleAnswer } from '../sample-answer.suite.ts'
import { hasSameContent, type RowContent } from './same-row.ts'

const columns = [0, 1, 2]

const rowOf = (answer: Scoreboard, name: string): RowContent => {
  const board = packBoard(answer)
  const team = board.teams.find((one) => one.name === name)
  if (team === undefined) throw new Error(`no team ${name}`)
  return { board, shown: { team, rank: team.rank }, challenges: board.challenges, columns }
}

const changed = (name: string, part: (item: Scoreboard['items'][number]) => object): Scoreboard => {
  const answer = sampleAnswer()
  return {
    ...answer,
    items: answer.items.map((item) => (item.name === name ? { ...item, ...part(item) } : item)),
  }
}

describe('a row of a new board', () => {
  it('tells the same when only others have changed, wherever their solves stand', () => {
    for (const name of ['Terns', 'Kelp']) {
      const next = changed('Gulls', ({ solvedChallenges }) => ({
        score: 1,
        solvedChallenges: solvedChallenges.slice(1),
      }))
      expect(hasSameContent(rowOf(sampleAnswer(), name), rowOf(next, name))).toBe(true)
      expect(hasSameContent(rowOf(sampleAnswer(), 'Gulls'), rowOf(next, 'Gulls'))).toBe(false)
    }
  })

  it.each<[string, (item: Scoreboard['items'][number]) => object]>([
    ['name', () => ({ name: 'Gulls', id: 99 })],
    ['avatar', () => ({ avatar: '/a.webp' })],
    ['rank', () => ({ rank: 9 })],
    ['score', () => ({ score: 9 })],
    ['division', () => ({ divisionId: 2 })],
    ['time of the last solve', () => ({ lastSubmissionTime: 9 })],
    ['a solve', ({ solvedChallenges }) => ({ solvedChallenges: solvedChallenges.slice(1) })],
    [
      'points of a solve',
      ({ solvedChallenges }) => ({ solvedChallenges: solvedChallenges.map((one) => ({ ...one, score: 7 })) }),
    ],
    [
      'blood rank of a solve',
      ({ solvedChallenges }) => ({
        solvedChallenges: solvedChallenges.map((one) => ({ ...one, type: 'ThirdBlood' })),
      }),
    ],
    [
      'which was solved',
      ({ solvedChallenges }) => ({ solvedChallenges: solvedChallenges.map((one) => ({ ...one, id: 3 })) }),
    ],
  ])('tells something else with another %s', (_, part) => {
    expect(hasSameContent(rowOf(sampleAnswer(), 'Gulls'), rowOf(changed('Gulls', part), 'Gulls'))).toBe(false)
  })

  it('tells something else once its solves count', () => {
    const frozen = rowOf({ ...sampleAnswer(), frozenAt: 0 }, 'Gulls')
    expect(hasSameContent(frozen, rowOf(sampleAnswer(), 'Gulls'))).toBe(false)
  })

  it('tells something else with other columns', () => {
    const row = rowOf(sampleAnswer(), 'Gulls')
    expect(hasSameContent(row, { ...row, columns: [1] })).toBe(false)
    expect(hasSameContent(row, { ...row, challenges: row.challenges.toReversed() })).toBe(false)
    expect(hasSameContent(row, { ...row, challenges: row.challenges.map((one) => ({ ...one })) })).toBe(true)
  })
})
