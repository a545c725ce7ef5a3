import { Problem } from '@pennant/contract/problem'
import type { Attempt } from '@pennant/contract/submission'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { presentAttempt } from './present-list.ts'
import type { SubmissionListStore } from './store-list.ts'

const most = 100

export const createAttemptList =
  ({ access }: Pick<Core, 'access'>, store: Pick<SubmissionListStore, 'ofTeam'>) =>
  async (gameId: number, challengeId: number, caller: Principal): Promise<Attempt[]> => {
    const { game, participation } = await access.player(gameId, caller, { late: true })
    const challenge = game.challenges.get(challengeId)
    const division = participation.divisionId === null ? null : game.divisions.get(participation.divisionId)
    if (
      challenge === undefined ||
      !challenge.isEnabled ||
      !allows(permissionsFor(division, challengeId), 'ViewChallenge')
    )
      throw new Problem('challenge.notFound')
    return (await store.ofTeam(participation.id, challengeId, most)).map(presentAttempt)
  }
