import type { TopTimeLine } from '@pennant/contract/scoreboard'
import { type Board, solvesOf } from '../board.ts'
import type { Selection } from '../team-list.ts'
import { timelineIn } from './timeline.ts'

export const lineCount = 10

const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 5]]

export const apartWidth = 3.5

export const dashOf = (at: number): number[] => [...(dashes[at % dashes.length] ?? [])]

export type TimelineLine = TopTimeLine & {
  label: string
  own: boolean
  apart: boolean
}

export const timelineLines = (board: Board, selection: Selection, own: number | null): TimelineLine[] => {
  const division = typeof selection === 'number' ? selection : null
  const best = timelineIn(board.timelines, division).map((line, at) => ({
    ...line,
    label: String(at + 1),
    own: line.id === own,
    apart: false,
  }))
  const team = board.teams.find(({ id }) => id === own)
  const belongs = division === null || team?.divisionId === division
  if (team === undefined || !belongs || team.solves === 0 || best.some((line) => line.own)) return best
  const place = division === null ? team.rank : team.divisionRank
  const { id, name } = team
  let score = 0
  const items = solvesOf(board, team).map(({ at, points }) => ({ time: at, score: (score += points) }))
  return [...best, { id, name, items, label: place === null ? '–' : String(place), own: true, apart: true }]
}
