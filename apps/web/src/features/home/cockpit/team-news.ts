import type { TeamChange } from '@pennant/contract/hub'
import type { GameDetail } from '@pennant/contract/scoreboard'
import type { Attempt } from '@pennant/contract/submission'

export type TeamNews = {
  kind: 'Solved' | 'Tried' | 'Joined'
  user: string
  /** Null where it is about no challenge. */
  challengeId: number | null
  time: number
}

type Known = {
  detail: Pick<GameDetail, 'rank'>
  /** Of one challenge. */
  attempts: { challengeId: number; list: readonly Attempt[] } | null
  heard: readonly TeamChange[]
}

/** Newest first, and each thing once: what was pushed may be in the answers, too. */
export const teamNewsOf = ({ detail, attempts, heard }: Known): TeamNews[] => {
  const all = new Map<string, TeamNews>()
  const add = (news: TeamNews): void => {
    const key = `${news.kind} ${news.challengeId} ${news.kind === 'Solved' ? '' : news.user}`
    const known = all.get(key)
    if (known === undefined || known.time < news.time) all.set(key, news)
  }
  for (const { what, user, challengeId = null, time } of heard)
    if ((what === 'Tried' || what === 'Joined') && user !== undefined && time !== undefined)
      add({ kind: what, user, challengeId, time })
  for (const { status, user, time } of attempts?.list ?? [])
    if (status !== 'Accepted') add({ kind: 'Tried', user, challengeId: attempts?.challengeId ?? null, time })
  for (const { id, userName, time } of detail.rank.solvedChallenges)
    add({ kind: 'Solved', user: userName ?? '', challengeId: id, time })
  return [...all.values()].toSorted((one, other) => other.time - one.time)
}
