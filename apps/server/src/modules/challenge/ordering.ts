import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { createOrderStore } from './store-order.ts'

/** Without ids, the default order returns. */
export const createOrdering =
  ({ audit, ledger, journal }: Pick<Core, 'audit' | 'journal' | 'ledger'>) =>
  async (gameId: number, ids: readonly number[], caller: Caller): Promise<void> => {
    await ledger.change(gameId, ['setup'], async (db) => {
      const tx = createOrderStore(db)
      const known = new Set(await tx.ids(gameId))
      if (ids.some((id) => !known.has(id))) throw new Problem('challenge.notFound')
      const before = { challenges: await tx.placed(gameId) }
      const after = { challenges: [...new Set(ids)] }
      await tx.put(gameId, after.challenges)
      await audit.record(db, caller, 'challenge.order', { game: gameId, id: gameId, before, after })
    })
    journal.done(caller, `Challenges in game ${gameId} put in order`)
  }

export type Ordering = ReturnType<typeof createOrdering>
