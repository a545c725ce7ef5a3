import type { CheatInfo } from '@pennant/contract/submission'
import type { Principal } from '../../core/identity/caller.ts'
import type { Core } from '../../core/core.ts'
import type { SubmissionListStore } from './store-list.ts'
import { presentCheat } from './present-list.ts'

// The wire has no pages here; a game can't make the list longer than can be read.
const mostListed = 5_000

export const createCheatList =
  ({ access }: Pick<Core, 'access'>, store: SubmissionListStore) =>
  async (gameId: number, caller: Principal): Promise<CheatInfo[]> => {
    const game = await access.begun(gameId, caller)
    const rows = await store.cheats(gameId, mostListed)
    return rows.flatMap((row) => {
      const owner = game.participations.get(row.owner_id)
      const submitter = game.participations.get(row.participation_id)
      if (owner === undefined || submitter === undefined) return []
      return [presentCheat(game, { owner, submitter, row })]
    })
  }
