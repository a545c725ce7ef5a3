import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { Change, ChallengeScoring } from '@pennant/rules/scoreboard/what-if'
import { type ChallengeDraft, differing, type DraftMember, faultsOf } from './draft.ts'

export type Consequence = {
  change: Change | null
  /** Players can solve it now, and no longer once this is saved. */
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

/** What saving a draft would do to a game that runs; null where it does nothing, or cannot be saved. */
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
