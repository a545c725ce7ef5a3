import type { WatchedChallenge } from '@pennant/contract/watch'

export type Stuck = { challenge: WatchedChallenge; why: 'unsolved' | 'untried' | 'wrong' }

/** Hard challenges defeat this many teams; more suggest a mistake in it. */
const fewTeams = 3
/** Wrong answers per team that tried. */
const manyWrong = 10
const untriedAfterMs = 2 * 3_600_000

export const isUnsolved = ({
  isEnabled,
  solves,
  tried,
}: Pick<WatchedChallenge, 'isEnabled' | 'solves' | 'tried'>): boolean =>
  isEnabled && solves === 0 && tried >= fewTeams

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
