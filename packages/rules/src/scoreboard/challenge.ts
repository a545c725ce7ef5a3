import { challengeCategories } from '@pennant/contract/enums'
import type { Blood, ChallengeInfo } from '@pennant/contract/scoreboard'
import { presentLabels } from '../challenge/labels.ts'
import { type BloodBonus, withBonus } from '../scoring/blood-bonus.ts'
import { dynamicScore } from '../scoring/dynamic-score.ts'
import type { BoardChallenge, BoardTeam, Solve } from './board-input.ts'
import { byTime } from './order.ts'
import { type BloodRank, setBloodRank, type Standings } from './standing.ts'
import type { BloodSolve, ChallengeTally } from './tally.ts'

export const createChallengeTally = (challenge: BoardChallenge, index: number): ChallengeTally => ({
  challenge,
  index,
  solved: 0,
  bloods: [],
  shownBloods: null,
  points: [],
  info: null,
  valuedBy: null,
})

const bloodRanks = [1, 2, 3] as const satisfies BloodRank[]

export const takeBlood = (tally: ChallengeTally, solve: Solve, team: number, standings: Standings): void => {
  const { bloods, index } = tally
  let at = bloods.length
  for (; at > 0; at--) {
    const before = bloods[at - 1]
    if (before === undefined || byTime(before.solve, solve) < 0) break
  }
  if (at >= bloodRanks.length) return
  bloods.splice(at, 0, { solve, team })
  for (const { team: pushedOut } of bloods.splice(bloodRanks.length))
    setBloodRank(standings, pushedOut, index, 0)
  for (const [rank, { team: holder }] of bloods.entries())
    setBloodRank(standings, holder, index, bloodRanks[rank] ?? 0)
  tally.shownBloods = null
}

/** Without blood, then for the first three. */
export const pointsByBlood = (score: number, { first, second, third }: BloodBonus): number[] => [
  score,
  ...[first, second, third].map((part) => withBonus(score, part)),
]

export const settleChallenge = (
  tally: ChallengeTally,
  bonus: BloodBonus,
  teams: readonly BoardTeam[],
): ChallengeInfo => {
  const { challenge, solved, info } = tally
  const score = dynamicScore(challenge, solved)
  const bloods = (tally.shownBloods ??= presentBloods(tally.bloods, teams))
  if (info?.score === score && info.solved === solved && info.bloods === bloods) return info
  tally.points = pointsByBlood(score, bonus)
  return (tally.info = {
    id: challenge.id,
    title: challenge.title,
    category: challenge.category,
    score,
    solved,
    deadline: challenge.deadline,
    bloods,
    disableBloodBonus: challenge.disableBloodBonus,
    ...presentLabels(challenge),
  })
}

const presentBloods = (bloods: readonly BloodSolve[], teams: readonly BoardTeam[]): Blood[] =>
  bloods.flatMap(({ solve, team: index }) => {
    const team = teams[index]
    return team === undefined
      ? []
      : { id: team.teamId, name: team.name, avatar: team.avatar, submitTimeUtc: solve.time }
  })

export const inShownOrder = (one: ChallengeTally, other: ChallengeTally): number => {
  const [a, b] = [one.challenge, other.challenge]
  if (a.category !== b.category) return challengeCategories[a.category] - challengeCategories[b.category]
  const distance = (a.position ?? last) - (b.position ?? last)
  if (distance !== 0) return distance
  if (a.title !== b.title) return a.title < b.title ? -1 : 1
  return a.id - b.id
}

const last = Number.MAX_SAFE_INTEGER
