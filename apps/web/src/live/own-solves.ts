import type { GameDetail } from '@pennant/contract/scoreboard'
import { bloodPlaceOf, bloodTypes, type LiveSolve } from './live-solve.ts'

const titleIn = (answer: Pick<GameDetail, 'challenges'> | undefined, challenge: number): string | undefined =>
  answer &&
  Object.values(answer.challenges)
    .flat()
    .find(({ id }) => id === challenge)?.title

/** Those of the own team that an answer tells of, in the order of solving. */
export const ownSolvesIn = (details: Pick<GameDetail, 'challenges' | 'rank'> | undefined): LiveSolve[] => {
  if (details === undefined) return []
  return details.rank.solvedChallenges.flatMap(({ id, type, userName, time }) => {
    const challenge = titleIn(details, id)
    return challenge === undefined
      ? []
      : {
          ...{ team: details.rank.name, challenge, challengeId: id, time, isOwn: true },
          place: bloodPlaceOf(bloodTypes.indexOf(type) + 1),
          ...(userName === null ? {} : { user: userName }),
        }
  })
}
