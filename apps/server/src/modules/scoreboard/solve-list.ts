import { Problem } from '@pennant/contract/problem'
import type { ChallengeInfo, ScoreboardItem, SolveInfo } from '@pennant/contract/scoreboard'
import { latestSolves, solveOf, solvesOf, type TeamSolve } from '@pennant/rules/scoreboard/solves'
import { type Reply, versioned } from '../../http/reply.ts'

type Wanted = { challenge: number | undefined; count: number; skip: number }

type Shown = {
  tag: string
  modified: Date
  items: readonly ScoreboardItem[]
  challenges: readonly ChallengeInfo[]
}

export type SolveList = (wanted: Wanted) => Reply

const mostKept = 64

/** Of one version of a board. */
export const createSolveList = ({ tag, modified, items, challenges }: Shown): SolveList => {
  const replies = new Map<string, Reply>()

  const find = ({ challenge, count, skip }: Wanted): readonly TeamSolve[] => {
    if (challenge === undefined) return latestSolves(items, skip + count).slice(skip)
    if (!challenges.some(({ id }) => id === challenge)) throw new Problem('challenge.notFound')
    return solvesOf(items, challenge).slice(skip, skip + count)
  }

  return (wanted) => {
    const { challenge, count, skip } = wanted
    const key = `${challenge ?? 'all'}-${count}-${skip}`
    const known = replies.get(key)
    if (known !== undefined) return known
    const byId = new Map(challenges.map((info) => [info.id, info]))
    const value = find(wanted).flatMap((one): SolveInfo[] => {
      const info = byId.get(one.solve.id)
      if (info === undefined) return []
      return [{ ...solveOf(one, info), divisionId: one.item.divisionId, rank: one.item.rank }]
    })
    const reply = versioned({ tag: `${tag}-${key}`, modified, value })
    if (replies.size < mostKept) replies.set(key, reply)
    return reply
  }
}
