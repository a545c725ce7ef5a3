import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import type { Board, Solve } from './board.ts'
import { byTime } from './order.ts'

/** Times are milliseconds. */
export type Freeze = { freezeAt: number | null; resultsAt: number | null }

/** The moment whose board everybody gets. Null: now. */
export const publicMoment = ({ freezeAt, resultsAt }: Freeze, now: number): number | null =>
  freezeAt === null || now < freezeAt || (resultsAt !== null && now >= resultsAt) ? null : freezeAt

/** From when on the board hides what happens, once that has come. Published results end it. */
export const freezeInForce = ({ freezeAt, resultsAt }: Freeze): number | null =>
  resultsAt === null ? freezeAt : null

/** Whether what happens at this time is not on the board that everyone gets once it is frozen. */
export const hidesSince = (freeze: Freeze, time: number): boolean => {
  const freezeAt = freezeInForce(freeze)
  return freezeAt !== null && time >= freezeAt
}

const noRank = ({ divisionRank, ...item }: ScoreboardItem): ScoreboardItem => ({
  ...item,
  rank: 0,
  divisionRank: divisionRank === null ? null : 0,
})

/** Lines can still be asked for: teams know their own. */
export const withoutTeams = (board: Omit<Board, 'add'>): Omit<Board, 'add'> => ({
  ...board,
  items: () => [],
  itemOf(participationId) {
    const item = board.itemOf(participationId)
    return item === undefined ? undefined : noRank(item)
  },
  timelines: () => [{ divisionId: 0, teams: [] }],
})

/**
 * What a team sees of itself: its public line and its own solves, which it is told nothing else about. A blood
 * would say that nobody else has solved it. Undefined for a team that is not on the board.
 */
export const ownLine = (
  publicBoard: Pick<Board, 'challengeOf' | 'itemOf' | 'worthOf'>,
  participationId: number,
  ownSolves: readonly Solve[],
): ScoreboardItem | undefined => {
  const line = publicBoard.itemOf(participationId)
  if (line === undefined || ownSolves.length === 0) return line
  const solved = new Set(line.solvedChallenges.map(({ id }) => id))
  const solvedChallenges = [...line.solvedChallenges]
  let { score, lastSubmissionTime } = line
  for (const solve of ownSolves.toSorted(byTime)) {
    const { challengeId: id, userName, time } = solve
    if (solved.has(id) || publicBoard.challengeOf(id) === undefined) continue
    solved.add(id)
    const worth = publicBoard.worthOf(solve)
    solvedChallenges.push({ id, score: worth ?? 0, type: 'Normal', userName, time })
    score += worth ?? 0
    if (worth !== null) lastSubmissionTime = time
  }
  return { ...line, score, lastSubmissionTime, solvedChallenges, solvedCount: solvedChallenges.length }
}
