import type { WatchedChallenge } from '@pennant/contract/watch'

/** Why a challenge wants somebody to look at it. */
export type Stuck = { challenge: WatchedChallenge; why: 'unsolved' | 'untried' | 'wrong' }

/** As many teams fail at a hard challenge; more hint at a mistake in it. */
const fewTeams = 3
/** So many wrong answers for each team that tried are no accident. */
const manyWrong = 10
const untriedAfterMs = 2 * 3_600_000

/** Several teams have tried it, and none has solved it. */
export const isUnsolved = ({
  isEnabled,
  solves,
  tried,
}: Pick<WatchedChallenge, 'isEnabled' | 'solves' | 'tried'>): boolean =>
  isEnabled && solves === 0 && tried >= fewTeams

/** Challenges that many try in vain, that draw far too many wrong answers, or that nobody tries. */
export const stuckAmong = (
  challenges: readonly WatchedChallenge[],
  { accepted, sinceStartMs }: { accepted: number; sinceStartMs: number },
): Stuck[] =>
  challenges
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((challenge): Stuck[] => {
      const { solves, tried, wrong } = challenge
      if (isUnsolved(challenge)) return [{ challenge, why: 'unsolved' }]
      if (tried > 0 && wrong >= manyWrong * tried && wrong > solves) return [{ challenge, why: 'wrong' }]
      if (tried === 0 && accepted >= fewTeams && sinceStartMs >= untriedAfterMs)
        return [{ challenge, why: 'untried' }]
      return []
    })
    .toSorted(
      (one, other) => other.challenge.tried - one.challenge.tried || one.challenge.id - other.challenge.id,
    )
