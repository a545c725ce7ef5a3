import { fileStamp } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { BasicWriteupInfo } from '@pennant/contract/writeup'
import type { UploadedStream } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import type { Caller, Principal } from '../../core/identity/caller.ts'
import type { Player } from '../../core/game/game.ts'
import { presentOwnWriteup } from './present.ts'
import { discard, receive } from './receive.ts'
import { createWriteupStore } from './store.ts'

const releasedAtOnce = 8

export const createHandIn = (
  core: Pick<Core, 'access' | 'audit' | 'clock' | 'db' | 'files' | 'journal' | 'ledger'>,
) => {
  const { access, audit, ledger, files, clock, journal } = core
  const store = createWriteupStore(core.db)

  const release = async (hash: string): Promise<void> => {
    await files.release(hash).catch((error: unknown) => journal.failed("Couldn't release a writeup", error))
  }

  // The checks come in the order of the wire.
  const admit = async (gameId: number, principal: Principal): Promise<Player> => {
    const player = await access.player(gameId, principal, { late: true })
    const { writeupRequired, writeupDeadline } = player.game.settings
    if (!writeupRequired) throw new Problem('writeup.notWanted')
    if (clock.now() > writeupDeadline) throw new Problem('writeup.tooLate')
    return player
  }

  return {
    async read(gameId: number, principal: Principal): Promise<BasicWriteupInfo> {
      const { game, participation } = await access.player(gameId, principal, { late: true })
      return presentOwnWriteup(await store.ofParticipation(participation.id), game.settings.writeupNote)
    },

    // A rule of the wire: the form is checked before the caller, but a refused caller's file isn't stored.
    // The new file is stored before the old one goes.
    async submit(gameId: number, uploads: AsyncIterable<UploadedStream>, caller: Caller): Promise<void> {
      const { principal } = caller
      const [first] = await Promise.allSettled([admit(gameId, principal)])
      if (first.status === 'rejected') {
        await receive(uploads, discard)
        throw first.reason
      }
      const { participation } = first.value
      const at = new Date(clock.now())
      const name = `Writeup-${gameId}-${participation.teamId}-${fileStamp(at)}.pdf`
      const { hash } = await receive(uploads, {
        store: (pdf) => files.storeStream(pdf, name),
        release: (stored) => release(stored.hash),
      })
      try {
        // Much may have changed while the bytes came.
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
        // Another error may have come after the commit: an extra file is better than a missing one.
        if (error instanceof Problem) await release(hash)
        throw error
      }
      journal.done(
        caller,
        `Writeup of team ${participation.teamName} (${participation.teamId}) submitted for game ${gameId}`,
      )
    },

    async deleteAll(gameId: number, caller: Caller): Promise<void> {
      const hashes = await ledger.change(gameId, [], async (db) => {
        const removed = await createWriteupStore(db).removeAll(gameId)
        const before = { writeups: removed.map(({ id }) => id) }
        const states = { before, after: { writeups: [] } }
        await audit.record(db, caller, 'writeup.deleteAll', { game: gameId, id: gameId, ...states })
        return removed.map(({ hash }) => hash)
      })
      for (let done = 0; done < hashes.length; done += releasedAtOnce)
        await Promise.all(hashes.slice(done, done + releasedAtOnce).map(release))
      journal.done(caller, `Writeups of game ${gameId} deleted: ${hashes.length}`)
    },
  }
}
