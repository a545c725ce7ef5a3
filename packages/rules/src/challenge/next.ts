import type { ChallengeCategory } from '@pennant/contract/enums'

export type NextCandidate = {
  id: number
  category: ChallengeCategory
  score: number
  solved: number
  deadline: number | null
}

type Known = {
  now: number
  isSolved: (id: number) => boolean
  /** Whether a teammate has it open. */
  isBusy: (id: number) => boolean
  after: Pick<NextCandidate, 'category' | 'score'> | null
}

/**
 * What to try next, best first: where no teammate is, then the next higher in the same category, then what most teams
 * have solved.
 */
export const nextChallenges = <Candidate extends NextCandidate>(
  all: readonly Candidate[],
  { now, isSolved, isBusy, after }: Known,
): Candidate[] => {
  // 0: not a step up in the category.
  const step = ({ category, score }: Candidate): number =>
    after !== null && category === after.category && score > after.score ? 1 / (score - after.score) : 0
  return all
    .filter(({ id, deadline }) => !isSolved(id) && (deadline === null || deadline > now))
    .toSorted(
      (one, other) =>
        Number(isBusy(one.id)) - Number(isBusy(other.id)) ||
        step(other) - step(one) ||
        other.solved - one.solved ||
        one.id - other.id,
    )
}
