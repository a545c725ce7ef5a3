import { hasEnded } from '@pennant/rules/game/phase'
import type { GameEdit, GameInfo } from '@pennant/contract/game'
import { Problem } from '@pennant/contract/problem'
import type { FreezePlan } from '@pennant/rules/game/freeze-plan'
import { isSecret, visibilityOf } from '@pennant/rules/game/visibility'
import { defaultTeamText } from '@pennant/rules/team/team-token'
import type { Core } from '../../core/core.ts'
import type { Editor } from '../../core/identity/caller.ts'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import type { Db } from '../../ports/database.ts'
import { holdNotices } from '../../core/game/store-held-notices.ts'
import { newGameKeys } from '../../core/game/keys.ts'
import { basisOf, presentStoredGame } from './present.ts'
import { settingsOf } from './settings.ts'
import { createGameStore, type GameStore, type StoredGame } from './store.ts'

export type SignAgain = (db: Db, gameId: number) => Promise<number>

type Page = { data: GameInfo[]; length: number; total: number }

export type GameParts =
  | 'audit'
  | 'clock'
  | 'db'
  | 'files'
  | 'freezing'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'vault'

export const createGames = (core: Pick<Core, GameParts>, signAgain: SignAgain) => {
  const { audit, freezing, ledger, live, vault, files, clock, journal } = core
  const store = createGameStore(core.db)

  const must = async (id: number, from: GameStore = store): Promise<StoredGame> => {
    const game = await from.read(id)
    if (game === undefined) throw new Problem('game.notFound')
    return game
  }

  // A failed release changes nothing for the caller: the new image is in place.
  const release = (hash: string): Promise<unknown> =>
    files.release(hash).catch((error: unknown) => journal.failed("Couldn't release a poster", error))

  return {
    async create(sent: GameEdit, caller: Editor): Promise<GameInfo> {
      const values = { ...settingsOf(sent, { now: clock.now() }), ...newGameKeys(vault) }
      const { game, changes } = await store.atomically(async (db) => {
        const inserted = await createGameStore(db).insert(values)
        const advanced = await ledger.advance(db, [inserted.id], ['setup'])
        if (inserted.freeze_at !== null) await freezing.begin(db, inserted.id)
        await audit.record(db, caller, 'game.create', loggedOf(null, inserted))
        return { game: inserted, changes: advanced }
      })
      await ledger.announce(changes)
      journal.done(caller, `Game ${game.title} (${game.id}) created`)
      return presentStoredGame(game)
    },

    async list(count: number, skip: number): Promise<Page> {
      const { games, total } = await store.page(count, skip)
      return { data: games.map(presentStoredGame), length: games.length, total }
    },

    read: async (id: number): Promise<GameInfo> => presentStoredGame(await must(id)),

    async update(id: number, sent: GameEdit, caller: Editor): Promise<GameInfo> {
      const parts = sent.signedTeamText === undefined ? (['setup'] as const) : (['setup', 'teams'] as const)
      const { before, after, signed, notices } = await ledger.change(id, parts, async (db) => {
        const tx = createGameStore(db)
        const found = await must(id, tx)
        expectUnchanged(caller.ifMatch, basisOf(presentStoredGame(found)))
        const stored = {
          ...{ visibility: visibilityOf(found), teamText: found.signed_team_text },
          freeze: freezeIn(found),
        }
        const changed = await tx.update(id, settingsOf(sent, { now: clock.now(), ...stored }))
        // Published results would stand for a game that goes on, and keep it from freezing.
        if (changed.results_at !== null && !hasEnded({ end: changed.end_at.getTime() }, clock.now()))
          throw new Problem('game.resultsPublished', { field: 'end' })
        if (hidesMore(found, changed)) await freezing.begin(db, id)
        const isMoved = changed.freeze_at?.getTime() !== found.freeze_at?.getTime()
        const holds = isMoved && changed.results_at === null
        const areNoticesMoved = holds && (await holdNotices(db, id, changed.freeze_at))
        await audit.record(db, caller, 'game.update', loggedOf(found, changed))
        const sameText = changed.signed_team_text === found.signed_team_text
        return {
          ...{ before: found, after: changed },
          signed: sameText ? null : await signAgain(db, id),
          notices: areNoticesMoved ? await ledger.advance(db, [id], ['notices']) : [],
        }
      })
      await ledger.announce(notices)
      if (isSecret(after) && !isSecret(before)) live.recheckGame(id)
      journal.done(caller, `Game ${after.title} (${id}) changed`)
      if (signed !== null)
        journal.done(
          caller,
          `Game ${id} signs ${after.signed_team_text ?? defaultTeamText}, team tokens renewed: ${signed}`,
        )
      return presentStoredGame(after)
    },

    async hashSalt(id: number): Promise<string> {
      const salt = await store.hashSalt(id)
      if (salt === undefined) throw new Problem('game.notFound')
      return salt
    },

    async setPoster(
      id: number,
      upload: () => Promise<Buffer>,
      caller: Editor,
    ): Promise<{ url: string; game: GameInfo }> {
      const bytes = await upload()
      await must(id)
      const stored = await files.storeImage(bytes, { name: 'poster', width: null })
      try {
        const { before, after } = await ledger.change(id, ['setup'], async (db) => {
          const tx = createGameStore(db)
          const found = await must(id, tx)
          expectUnchanged(caller.ifMatch, basisOf(presentStoredGame(found)))
          const changed = await tx.update(id, { poster_hash: stored.hash })
          await audit.record(db, caller, 'game.setPoster', loggedOf(found, changed))
          return { before: found, after: changed }
        })
        if (before.poster_hash !== null) await release(before.poster_hash)
        journal.done(caller, `Poster of game ${id} changed`)
        return { url: stored.url, game: presentStoredGame(after) }
      } catch (error) {
        await release(stored.hash)
        throw error
      }
    },
  }
}

type StoredFreeze = Pick<StoredGame, 'freeze_at' | 'freeze_hides_board'>
const hidesMore = (before: StoredFreeze, after: StoredFreeze): boolean =>
  after.freeze_at !== null &&
  (before.freeze_at === null || (after.freeze_hides_board && !before.freeze_hides_board))

const freezeIn = (game: StoredGame): FreezePlan & { hidesBoard: boolean } => ({
  start: game.start_at.getTime(),
  end: game.end_at.getTime(),
  freezeAt: game.freeze_at?.getTime() ?? null,
  hidesBoard: game.freeze_hides_board,
})

export type Games = ReturnType<typeof createGames>

const loggedOf = (before: StoredGame | null, after: StoredGame) => ({
  game: after.id,
  id: after.id,
  name: after.title,
  before: before && presentStoredGame(before),
  after: presentStoredGame(after),
})
