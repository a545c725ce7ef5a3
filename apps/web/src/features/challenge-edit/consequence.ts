import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { Change, ChallengeScoring } from '@pennant/rules/scoreboard/what-if'
import { type ChallengeDraft, differing, type DraftMember, faultsOf } from './draft.ts'

export type Consequence = {
  change: Change | null
  closes: boolean
}

const scoringOf = (draft: ChallengeDraft): ChallengeScoring => ({
  originalScore: draft.originalScore,
  minScoreRate: draft.minScoreRate,
  difficulty: draft.difficulty,
  deadline: draft.deadlineUtc,
  disableBloodBonus: draft.disableBloodBonus,
})

const scoring: readonly DraftMember[] = [
  'originalScore',
  'minScoreRate',
  'difficulty',
  'deadlineUtc',
  'disableBloodBonus',
]

/** Null if saving affects no running game, or is impossible. */
export const consequenceOf = (
  { draft, saved }: { draft: ChallengeDraft; saved: ChallengeDraft },
  { id, type, isEnabled }: Pick<ChallengeEditDetail, 'id' | 'type' | 'isEnabled'>,
  now: number,
): Consequence | null => {
  if (!isEnabled || Object.keys(faultsOf(draft, type)).length > 0) return null
  const changed = differing(draft, saved)
  const scores = changed.some((member) => scoring.includes(member))
  const isPast = (at: number | null): boolean => at !== null && at < now
  const closes = isPast(draft.deadlineUtc) && !isPast(saved.deadlineUtc)
  if (!scores) return null
  return { change: { kind: 'scoreChallenges', challengeIds: [id], scoring: scoringOf(draft) }, closes }
}
