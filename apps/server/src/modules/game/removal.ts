import { Problem } from '@pennant/contract/problem'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import { basisOf, presentStoredGame } from './present.ts'
import { createGameStore } from './store.ts'
import { createRemovalStore } from './store-removal.ts'
import type { Core } from '../../core/core.ts'
import type { Editor } from '../../core/identity/caller.ts'

// A game may hold more than one statement can delete in its time, so it is hidden in one small step and then
// removed in pieces. Another delete or the next sweep resumes what was interrupted.
export const createGameRemoval = (
  core: Pick<Core, 'audit' | 'clock' | 'db' | 'files' | 'journal' | 'ledger' | 'live'>,
) => {
  const { audit, ledger, live, files, clock, journal } = core
  const store = createRemovalStore(core.db)

  const release = async (hashes: readonly (string | null)[]): Promise<void> => {
    for (const hash of hashes)
      if (hash !== null)
        await files
          .release(hash)
          .catch((error: unknown) => journal.failed("Couldn't release a file of a deleted game", error))
  }

  /** Without a caller, there is no row in the change log. */
  const conceal = async (id: number, caller: Editor | null): Promise<string> => {
    const title = await ledger.change(id, ['setup'], async (db) => {
      const game = await createGameStore(db).read(id)
      if (game === undefined) throw new Problem('game.notFound')
      if (caller !== null) expectUnchanged(caller.ifMatch, basisOf(presentStoredGame(game)))
      const tx = createRemovalStore(db)
      await tx.expireContainers(id, new Date(clock.now()))
      await tx.conceal(id)
      if (caller === null) return game.title
      // Not a row of the game, with which it would go.
      const logged = { id, name: game.title, before: presentStoredGame(game) }
      await audit.record(db, caller, 'game.delete', logged)
      return game.title
    })
    await ledger.announce([{ gameId: id, revision: null, parts: ['setup'], shown: null }])
    live.recheckGame(id)
    return title
  }

  const takeApart = async (id: number, signal?: AbortSignal): Promise<void> => {
    const now = new Date(clock.now())
    const steps = [
      () => store.deleteSubmissions(id),
      () => store.deleteEvents(id),
      () => store.deleteTraces(id),
      async () => {
        const writeups = await store.deleteParticipations(id, now)
        await release(writeups)
        return writeups.length
      },
    ]
    for (const step of steps) {
      while ((await step()) > 0) {
        if (signal?.aborted === true) return
      }
    }
    await release(await store.deleteGame(id, now))
  }

  return {
    async remove(id: number, caller: Editor): Promise<void> {
      const title = (await store.titleOf(id)) ?? (await conceal(id, caller))
      await takeApart(id)
      journal.done(caller, `Game ${title} (${id}) deleted`)
    },

    /** A game that nobody has made by hand. `settle` is called while nobody can play it anymore. */
    async discard(id: number, settle: () => Promise<void>): Promise<void> {
      if ((await store.titleOf(id)) === undefined) await conceal(id, null)
      await settle()
      await takeApart(id)
    },

    async sweep(signal?: AbortSignal): Promise<void> {
      for (const id of await store.concealed()) {
        if (signal?.aborted === true) return
        await takeApart(id, signal)
      }
    },
  }
}

export type GameRemoval = ReturnType<typeof createGameRemoval>
