import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import { exchangeReferences, type Exchanged } from './claim.ts'
import { createClaimStore } from './store-claim.ts'
import type { FileStore } from './store.ts'

// Longer than any work takes.
const abandonedAfterMs = 86_400_000

export const settleLease = async (db: Db, lease: string, claimed: readonly string[]): Promise<Exchanged> =>
  exchangeReferences(db, { claimed, dropped: await createClaimStore(db).takeLease(lease), ownOnly: true })

export const createLeases = (
  store: Pick<FileStore, 'atomically' | 'abandoned'>,
  clear: (orphaned: readonly string[]) => Promise<void>,
  clock: Clock,
) => {
  const giveUp = async (lease: string): Promise<void> => {
    const { orphaned } = await store.atomically((db) => settleLease(db, lease, []))
    await clear(orphaned)
  }

  return {
    giveUp,
    async sweep(): Promise<void> {
      for (const lease of await store.abandoned(new Date(clock.now() - abandonedAfterMs))) await giveUp(lease)
    },
  }
}
