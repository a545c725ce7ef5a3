import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { createOrderStore } from './store-order.ts'

/** Without ids, the default order returns. */
export const createOrdering =
  ({ ledger, journal }: Pick<Core, 'journal' | 'ledger'>) =>
  async (gameId: number, ids: readonly number[], caller: Caller): Promise<void> => {
    await ledger.change(gameId, ['setup'], async (db) => {
      const tx = createOrderStore(db)
      const known = new Set(await tx.ids(gameId))
      if (ids.some((id) => !known.has(id))) throw new Problem('challenge.notFound')
      await tx.put(gameId, [...new Set(ids)])
    })
    journal.done(caller, `Challenges in game ${gameId} put in order`)
  }

export type Ordering = ReturnType<typeof createOrdering>
