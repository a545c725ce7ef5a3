import type { ChallengeItem, ScoreboardItem } from '@pennant/contract/scoreboard'
import { type Move, sumOf } from './adjustment.ts'
import type { BoardTeam, Solve } from './board-input.ts'
import { tallyOf, type Tables } from './count.ts'
import type { DivisionRules } from './division.ts'
import { inOrder } from './order.ts'
import {
  doesScore,
  isSolved,
  bloodRankOf,
  positionOf,
  setPosition,
  type Standing,
  standingOf,
  type Standings,
} from './standing.ts'
import type { ChallengeTally, TeamTally } from './tally.ts'

/** January 1 of the year 1, which the wire uses for a team that has never scored. */
export const never = -62_135_596_800_000

const typeOfRank = ['Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood'] as const

export const createTeamTally = (
  team: BoardTeam,
  index: number,
  rules: DivisionRules,
  { moves, fresh }: { moves: readonly Move[]; fresh: Solve[] },
): TeamTally => {
  const adjustment = sumOf(moves)
  return {
    team,
    index,
    divisionId: rules.divisionId,
    ranked: rules.ranked,
    moves,
    adjustment,
    fresh,
    solves: [],
    solvedChallenges: [],
    score: adjustment,
    lastSubmissionTime: never,
    item: null,
  }
}

/** Returns how many solves it looked at. */
export const showFresh = (
  tally: TeamTally,
  tables: Pick<Tables, 'challenges' | 'challengeIndex' | 'standings'>,
): number => {
  const { standings } = tables
  const { fresh, solves: before, solvedChallenges: itemsBefore } = tally
  if (fresh.length === 0) return 0
  const solves = inOrder(before.length === 0 ? fresh : [...before, ...fresh])
  let known = 0
  let score = tally.adjustment
  let last = never
  // Not by pushing: a list that grows leaves more garbage than it holds.
  const items = solves.map((solve, position): ChallengeItem => {
    const challenge = countedTally(tables, solve)
    const standing = standingOf(standings, tally.index, challenge.index)
    // Earlier solves keep their order among all solves.
    const itemBefore = before[known] === solve ? itemsBefore[known++] : undefined
    const item = itemBefore ?? presentSolve(solve, standing, challenge.points)
    setPosition(standings, tally.index, challenge.index, position)
    score += item.score
    if (doesScore(standing)) last = solve.time
    return item
  })
  tally.fresh = []
  tally.solves = solves
  tally.solvedChallenges = items
  tally.score = score
  tally.lastSubmissionTime = last
  return solves.length
}

const countedTally = (
  tables: Pick<Tables, 'challenges' | 'challengeIndex'>,
  solve: Solve,
): ChallengeTally => {
  const tally = tallyOf(tables, solve)
  if (tally === undefined) throw new Error('a solve that was not counted')
  return tally
}

const presentSolve = (solve: Solve, standing: Standing, points: readonly number[]): ChallengeItem => ({
  id: solve.challengeId,
  score: worthOf(standing, points),
  type: typeOfRank[bloodRankOf(standing)],
  userName: solve.userName,
  time: solve.time,
})

const worthOf = (standing: Standing, points: readonly number[]): number =>
  doesScore(standing) ? (points[bloodRankOf(standing)] ?? 0) : 0

/** Returns how many solves it looked at. */
export const valueSolves = (
  challenge: ChallengeTally,
  tallies: readonly TeamTally[],
  standings: Standings,
): number => {
  const { info, valuedBy } = challenge
  challenge.valuedBy = info
  if (valuedBy === null || valuedBy === info) return 0
  let solves = 0
  for (const tally of tallies) {
    if (!isSolved(standingOf(standings, tally.index, challenge.index))) continue
    valueSolve(tally, challenge, standings)
    solves++
  }
  return solves
}

const valueSolve = (tally: TeamTally, challenge: ChallengeTally, standings: Standings): void => {
  const at = positionOf(standings, tally.index, challenge.index)
  const item = tally.solvedChallenges[at]
  if (item?.id !== challenge.challenge.id) return
  const standing = standingOf(standings, tally.index, challenge.index)
  const score = worthOf(standing, challenge.points)
  const type = typeOfRank[bloodRankOf(standing)]
  if (item.score === score && item.type === type) return
  // Objects that were returned before must not change.
  if (tally.item?.solvedChallenges === tally.solvedChallenges)
    tally.solvedChallenges = tally.solvedChallenges.slice()
  tally.solvedChallenges[at] = { id: item.id, score, type, userName: item.userName, time: item.time }
  tally.score += score - item.score
}

export const itemAt = (tally: TeamTally, rank: number, divisionRank: number | null): ScoreboardItem => {
  const { item, team, solvedChallenges } = tally
  if (
    item !== null &&
    item.rank === rank &&
    item.divisionRank === divisionRank &&
    item.solvedChallenges === solvedChallenges
  )
    return item
  return (tally.item = {
    id: team.teamId,
    name: team.name,
    bio: team.bio,
    avatar: team.avatar,
    divisionId: tally.divisionId,
    score: tally.score,
    rank,
    divisionRank,
    lastSubmissionTime: tally.lastSubmissionTime,
    solvedChallenges,
    solvedCount: solvedChallenges.length,
    ...(tally.adjustment === 0 ? {} : { adjustment: tally.adjustment }),
  })
}
