import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
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

/** Removes all that a rehearsal has created, as often as it takes, and counts what is still there. One at a time. */
export const createCleaning = (
  {
    clock,
    db,
    files,
    rehearsing,
    sessions,
  }: Pick<Core, 'clock' | 'db' | 'files' | 'rehearsing' | 'sessions'>,
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

  const deleteUsers = async (id: string): Promise<void> => {
    for (;;) {
      const users = await store.deleteUsers(id)
      if (users.length === 0) return
      // Else they would be believed for a minute.
      await Promise.all(users.map((user) => sessions.changed(user)))
    }
  }

  return async (id: string): Promise<Cleaned> => {
    await store.setStep(id, 'clean')
    // Another one may run when this one is over.
    if ((await store.find(id))?.ended_at === null) await rehearsing.change(null)
    await store.endSessions(id)
    await files.giveUp(id)
    let instances = 0
    for (const gameId of await store.games(id))
      await discardGame(gameId, async () => {
        instances += await settleInstances(gameId)
      }).catch((error: unknown) => {
        // Someone has deleted it by hand.
        if (!(error instanceof Problem) || error.code !== 'game.notFound') throw error
      })
    // A process that was killed in between has deleted the game, but not yet these.
    for (const hash of await store.files(id)) await files.release(hash)
    while ((await store.deleteTeams(id)).length > 0);
    await deleteUsers(id)
    const counts = { ...(await store.left(id)), instances }
    const left = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []))
    return { left, isEnd: left.length === 0 && (await store.finish(id, new Date(clock.now()))) }
  }
}
