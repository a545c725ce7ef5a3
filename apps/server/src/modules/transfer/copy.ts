import { randomBytes } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { copyPackage, type CopyOptions } from './copy-package.ts'
import { createExportStore } from './store-export.ts'
import { createImportStore } from './store-import.ts'
import { newGameKeys } from '../../core/game/keys.ts'
import { writeGame } from './write-game.ts'

const codeBytes = 12

const newInviteCode = (): string => randomBytes(codeBytes).toString('base64url')

export const createCopy = (
  core: Pick<Core, 'audit' | 'clock' | 'db' | 'files' | 'freezing' | 'journal' | 'ledger' | 'vault'>,
) => {
  const source = createExportStore(core.db)
  const store = createImportStore(core.db)

  const { audit, clock, files, freezing, journal, ledger, vault } = core

  const copy = async (id: number, options: CopyOptions, caller: Caller) => {
    const snapshot = await source.read(id)
    if (snapshot === undefined) throw new Problem('game.notFound')
    const packed = copyPackage(snapshot, options, newInviteCode)
    const made = await store.atomically(async (db) => {
      const now = new Date(clock.now())
      const gameId = await writeGame(db, packed, { keys: newGameKeys(vault), files: packed.sizes, now })
      const changes = await ledger.advance(db, [gameId], ['setup'])
      if (packed.game.settings.freeze_at != null) await freezing.begin(db, gameId)
      const { files: held } = await files.exchange(db, {
        claimed: packed.uses.map(({ hash }) => hash),
        dropped: [],
        ownOnly: true,
      })
      const lost = packed.uses.find(({ hash }) => !held.has(hash))
      if (lost !== undefined) throw new Problem('transfer.fileLost', { title: lost.field })
      await audit.record(db, caller, 'transfer.copy', {
        game: gameId,
        id: gameId,
        name: options.title,
        after: { title: options.title, challenges: packed.challenges.length, copyOf: id },
      })
      return { gameId, changes }
    })
    return { ...made, from: snapshot.game.title }
  }

  // A file may be deleted after the game was read; the game then has another one or none.
  const copyAsItIs = (id: number, options: CopyOptions, caller: Caller): ReturnType<typeof copy> =>
    copy(id, options, caller).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'transfer.fileLost') return copy(id, options, caller)
      throw error
    })

  return async (id: number, options: CopyOptions, caller: Caller): Promise<number> => {
    const { gameId, changes, from } = await copyAsItIs(id, options, caller)
    await ledger.announce(changes)
    journal.done(caller, `Game ${options.title} (${gameId}) copied from ${from} (${id})`)
    return gameId
  }
}
