import { Problem } from '@pennant/contract/problem'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import { ledgerTopic } from './ledger.ts'
import { createFreezingStore } from './store-freezing.ts'

// As long as the status page believes in a process that is silent.
const silentMs = 40_000

export type Freezing = {
  /** Nobody else served when this process began to. */
  startedAlone(): void
  /** For a caller that holds the game and hides something now. Throws `game.olderProgram`. */
  begin(db: Db, gameId: number): Promise<void>
}

/** A program that knows no freeze would show what another one hides. */
export const createFreezing = (clock: Clock, bus: Pick<Bus, 'audience'>): Freezing => {
  const startedAt = clock.now()
  let isKnownAlone = false
  // Until others have had the time to be seen.
  const isTooEarly = (): boolean =>
    !isKnownAlone && clock.now() - startedAt < silentMs && bus.audience(ledgerTopic) > 1
  return {
    startedAlone() {
      isKnownAlone = true
    },
    async begin(db, gameId) {
      const store = createFreezingStore(db)
      if (isTooEarly() || (await store.hasOlderProgram(new Date(clock.now() - silentMs))))
        throw new Problem('game.olderProgram', { field: 'freezeAt' })
      await store.numberShown(gameId)
    },
  }
}
