import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import type { RehearsalRow } from '../../ports/tables/rehearsal.ts'
import { createRehearsalStore } from './store.ts'

/** What other modules do for a rehearsal. */
export type Removing = {
  /** `settle` is called while nobody can play the game anymore. */
  discardGame(id: number, settle: () => Promise<void>): Promise<void>
  /** Stops instances that can't be played anymore. */
  sweepInstances(): Promise<void>
}

const instancesMs = 120_000
const lookEveryMs = 50

/** `isEnd`: nothing is left, and nobody else was faster. */
type Cleaned = { left: string[]; isEnd: boolean }

/** Removes all that a rehearsal has created, as often as it takes, and counts what is still there. */
export const createCleaning = (
  { clock, db, rehearsing, sessions }: Pick<Core, 'clock' | 'db' | 'rehearsing' | 'sessions'>,
  { discardGame, sweepInstances }: Removing,
) => {
  const store = createRehearsalStore(db)

  const settleInstances = async (gameId: number): Promise<number> => {
    const until = performance.now() + instancesMs
    for (;;) {
      const running = await store.containers(gameId)
      if (running === 0 || performance.now() > until) return running
      await sweepInstances()
      await wait(lookEveryMs)
    }
  }

  return async ({ id }: Pick<RehearsalRow, 'id'>): Promise<Cleaned> => {
    await store.setStep(id, 'clean')
    await rehearsing.change(null)
    const users = await store.users(id)
    await store.endSessions(id)
    let instances = 0
    for (const gameId of await store.games(id))
      await discardGame(gameId, async () => {
        instances += await settleInstances(gameId)
      })
    while (await store.deleteTeams(id));
    while (await store.deleteUsers(id));
    // Else they would be believed for a minute.
    await Promise.all(users.map((user) => sessions.changed(user)))
    const counts = { ...(await store.left(id)), instances }
    const left = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []))
    return { left, isEnd: left.length === 0 && (await store.finish(id, new Date(clock.now()))) }
  }
}
