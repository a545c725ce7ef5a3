import { fileStamp } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { BasicWriteupInfo } from '@pennant/contract/writeup'
import type { UploadedStream } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import type { Caller, Principal } from '../../core/identity/caller.ts'
import type { Player } from '../../core/game/game.ts'
import { presentOwnWriteup } from './present.ts'
import { nowhere, receive } from './receive.ts'
import { createWriteupStore, type WriteupStore } from './store.ts'

/** So many files are given back at once. */
const releasedAtOnce = 8

export const createHandIn = (
  { gate, ledger, files, clock, journal }: Pick<Core, 'clock' | 'files' | 'gate' | 'journal' | 'ledger'>,
  store: WriteupStore,
) => {
  /** What the rows say is settled by then: a file too many does no harm. */
  const release = async (hash: string): Promise<void> => {
    await files
      .release(hash)
      .catch((error: unknown) => journal.failed('A write-up could not be released', error))
  }

  /** Whoever may hand in something now, in the order of the wire. */
  const admit = async (gameId: number, principal: Principal): Promise<Player> => {
    const player = await gate.player(gameId, principal, { late: true })
    const { writeupRequired, writeupDeadline } = player.game.settings
    if (!writeupRequired) throw new Problem('writeup.notWanted')
    if (clock.now() > writeupDeadline) throw new Problem('writeup.tooLate')
    return player
  }

  return {
    async read(gameId: number, principal: Principal): Promise<BasicWriteupInfo> {
      const { game, participation } = await gate.player(gameId, principal, { late: true })
      return presentOwnWriteup(await store.ofParticipation(participation.id), game.settings.writeupNote)
    },

    /**
     * The form is looked at before the caller, as the wire has it; but what nobody may hand in is not stored.
     * The new file is there before the old one goes.
     */
    async submit(gameId: number, uploads: AsyncIterable<UploadedStream>, caller: Caller): Promise<void> {
      const { principal } = caller
      const [first] = await Promise.allSettled([admit(gameId, principal)])
      if (first.status === 'rejected') {
        await receive(uploads, nowhere)
        throw first.reason
      }
      const { participation } = first.value
      const at = new Date(clock.now())
      const name = `Writeup-${gameId}-${participation.teamId}-${fileStamp(at)}.pdf`
      const { hash } = await receive(uploads, {
        keep: (pdf) => files.storeStream(pdf, name),
        giveUp: (kept) => release(kept.hash),
      })
      try {
        // Much may have happened while the bytes came.
        await admit(gameId, principal)
        const replaced = await ledger.change(gameId, [], async (db) => {
          const before = await createWriteupStore(db).replace(participation.id, principal.userId, {
            hash,
            name,
            at,
          })
          if (before === undefined) throw new Problem('participation.notAccepted')
          return before.hash
        })
        if (replaced !== null) await release(replaced)
      } catch (error) {
        // Anything else may have come after the commit: better a file too many than one that is missing.
        if (error instanceof Problem) await release(hash)
        throw error
      }
      journal.done(
        caller,
        `Write-up of team ${participation.teamName} (${participation.teamId}) handed in for game ${gameId}`,
      )
    },

    async deleteAll(gameId: number, caller: Caller): Promise<void> {
      const hashes = await ledger.change(gameId, [], (db) => createWriteupStore(db).removeAll(gameId))
      for (let done = 0; done < hashes.length; done += releasedAtOnce)
        await Promise.all(hashes.slice(done, done + releasedAtOnce).map(release))
      journal.done(caller, `Write-ups of game ${gameId} deleted: ${hashes.length}`)
    },
  }
}

export type HandIn = ReturnType<typeof createHandIn>
