import type { PassedTeams, TeamChange } from '@pennant/contract/hub'
import { bloodPlaceOf } from '@pennant/rules/scoring/blood-bonus'
import type { ListedChallenge } from './challenge-list.ts'

export type SolveView = {
  kind: 'solved' | 'practice' | 'unscored' | 'faster'
  place: 0 | 1 | 2 | 3
  /** Null: the reader. */
  by: string | null
  /** By how much a teammate was faster. */
  earlierMs: number
  /** Null: not known yet, like the rank. */
  points: number | null
  bonus: { base: number; extra: number } | null
  rank: number | null
  rankBefore: number | null
  passed: PassedTeams | null
  /** Since the board is frozen, a blood or a rank would tell of others. */
  later: boolean
}

type Facts = {
  /** Of compatible servers there are none. */
  news: TeamChange | undefined
  listed: Pick<ListedChallenge, 'ours' | 'later' | 'score' | 'solve'>
  /** Of the team, by the same answer as `listed`; 0: none. */
  rank: number
  /** From before the flag was sent. */
  rankBefore: number
  reader: { userId: string; userName: string } | null
  /** When the reader sent the right flag; null: somebody else did. */
  sentAt: number | null
  isFrozen: boolean
  isOver: boolean
}

const leastMs = 1_000

export const viewOfSolve = (facts: Facts): SolveView => {
  const { news, listed, reader, sentAt, isFrozen, isOver } = facts
  const { solve } = listed
  const later = listed.later || (isFrozen && !listed.ours)
  const solver = news?.user ?? solve?.userName ?? null
  const isReader =
    news?.userId === undefined
      ? solver === null || solver === reader?.userName
      : news.userId === reader?.userId
  const by = isReader && sentAt !== null ? null : solver
  const solvedAt = news?.time ?? solve?.time ?? null
  const points = news?.points ?? solve?.score ?? null
  const place = later ? 0 : placeOf(news?.place) || bloodPlaceOf(solve?.type ?? 'Normal')
  const rank = later ? null : (known(news?.rank) ?? (listed.ours ? known(facts.rank) : null))
  const extra = points === null ? 0 : points - listed.score
  const isFaster = sentAt !== null && by !== null
  return {
    kind: isFaster
      ? 'faster'
      : isOver
        ? 'practice'
        : points === 0 && listed.score > 0
          ? 'unscored'
          : 'solved',
    place,
    by,
    earlierMs: isFaster && solvedAt !== null ? Math.max(leastMs, sentAt - solvedAt) : leastMs,
    points,
    // The value is that of after the solve once the list has it.
    bonus: place > 0 && listed.ours && extra > 0 ? { base: listed.score, extra } : null,
    rank,
    rankBefore: rank === null ? null : known(news?.rankBefore ?? facts.rankBefore),
    passed: later ? null : (news?.passed ?? null),
    later,
  }
}

const known = (rank: number | undefined): number | null => (rank === undefined || rank === 0 ? null : rank)

const placeOf = (place = 0): 0 | 1 | 2 | 3 => (place === 1 || place === 2 || place === 3 ? place : 0)
