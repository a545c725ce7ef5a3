import type { ChallengeInfo, HistoryEntry, ScoreboardItem } from '@pennant/contract/scoreboard'
import { bloodPlaceOf } from '../scoring/blood-place.ts'
import type { Adjustment } from './board-input.ts'

export type ReasonedAdjustment = Adjustment & { reason: string; revokeReason: string | null }

type Entry = Omit<HistoryEntry, 'score'>

/** What a line's score is made of. Solves come before points by hand of the same moment, as in timelines. */
export const historyOf = (
  line: ScoreboardItem,
  adjustments: readonly ReasonedAdjustment[],
  { until, challengeOf }: { until: number | null; challengeOf: (id: number) => ChallengeInfo | undefined },
): HistoryEntry[] => {
  const byHand = adjustments.flatMap(givenAndTakenBack).filter(({ time }) => until === null || time < until)
  const solved = line.solvedChallenges.map(({ id, score: points, type, userName, time }): Entry => {
    const title = challengeOf(id)?.title
    return {
      ...{ time, what: 'Solved', points, challengeId: id, place: bloodPlaceOf(type) },
      ...(title === undefined ? {} : { challenge: title }),
      ...(userName === null ? {} : { user: userName }),
    }
  })
  let score = 0
  return [...solved, ...byHand]
    .toSorted((one, other) => one.time - other.time)
    .map((entry) => ({ ...entry, score: (score += entry.points) }))
}

const givenAndTakenBack = ({
  points,
  reason,
  time,
  revokedAt,
  revokeReason,
}: ReasonedAdjustment): Entry[] => [
  { time, what: 'Given', points, reason },
  ...(revokedAt === null
    ? []
    : [{ time: revokedAt, what: 'TakenBack' as const, points: -points, reason: revokeReason ?? '' }]),
]
