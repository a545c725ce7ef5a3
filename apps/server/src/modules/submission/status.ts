import type { AnswerResult } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import type { Principal } from '../../core/identity/caller.ts'
import type { RecentResults } from './recent-result.ts'
import type { SubmissionStore } from './store.ts'

type Wanted = { id: number; gameId: number; challengeId: number }

/** Players don't learn that a copied flag was noticed. */
export const createStatus =
  ({ games }: Pick<Core, 'games'>, store: Pick<SubmissionStore, 'statusOf'>, results: RecentResults) =>
  async (wanted: Wanted, { userId }: Principal): Promise<AnswerResult> => {
    const recent = results.find({ ...wanted, userId })
    const found =
      recent !== undefined && isStillIn(await games.must(wanted.gameId), recent)
        ? recent.status
        : await store.statusOf({ ...wanted, userId })
    if (found === undefined) throw new Problem('submission.notFound')
    return found === 'CheatDetected' ? 'WrongAnswer' : found
  }

const isStillIn = (
  { challenges, participations }: Game,
  { challengeId, participationId }: { challengeId: number; participationId: number },
): boolean => challenges.has(challengeId) && participations.has(participationId)
