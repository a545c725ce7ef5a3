import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import type { ResultsSent, ResultsToEdit } from '@pennant/contract/results'
import { hasEnded } from '@pennant/rules/game/phase'
import type { Core } from '../../core/core.ts'
import { finalBoardOf, presentBoard, readBoardParts } from '../../core/game/final-board.ts'
import { holdNotices } from '../../core/game/store-held-notices.ts'
import { createResultsStore } from '../../core/game/store-results.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { createPublishingStore } from './store.ts'

export type PublishingParts = 'audit' | 'clock' | 'db' | 'freezing' | 'games' | 'journal' | 'ledger'

/** Resolves when this process has judged the submissions of a game that it has, or after `ms`. */
export type JudgedWithin = (gameId: number, ms: number) => Promise<void>

// What came just before the end may still be on its way through this process or another one.
const otherProcessesMs = 2_000
const ownProcessMs = 10_000

export const createPublishing = (core: Pick<Core, PublishingParts>, settled: JudgedWithin) => {
  const { audit, clock, freezing, games, journal, ledger } = core
  const store = createPublishingStore(core.db)

  const read = async (gameId: number): Promise<ResultsToEdit> => ({
    publishedAt: await createResultsStore(core.db).publishedAt(gameId),
    revisions: await store.revisions(gameId),
  })

  const untilJudged = async (gameId: number): Promise<void> => {
    const { settings } = await games.must(gameId)
    const since = clock.now() - settings.end
    if (since < 0) return
    if (since < otherProcessesMs) await wait(otherProcessesMs - since)
    await settled(gameId, ownProcessMs)
  }

  return {
    async read(gameId: number): Promise<ResultsToEdit> {
      await games.must(gameId)
      return read(gameId)
    },

    /** The second of two at once finds the revision of the first, and makes no other of the same board. */
    async publish(gameId: number, sent: ResultsSent, caller: Caller): Promise<ResultsToEdit> {
      await untilJudged(gameId)
      const changes = await store.atomically(async (db) => {
        const tx = createPublishingStore(db)
        const held = await ledger.hold(db, gameId)
        const parts = held === undefined ? null : await readBoardParts(db, gameId)
        if (parts === null) throw new Problem('game.notFound')
        const now = clock.now()
        if (!hasEnded(parts.settings, now)) throw new Problem('game.notOver')

        const board = JSON.stringify(presentBoard(finalBoardOf(parts), parts))
        const sha256 = createHash('sha256').update(board).digest('hex')
        const { resultsAt } = parts.settings
        const [before] = await tx.revisions(gameId)
        const note = sent.note?.trim() ?? before?.note ?? ''
        const isSame = before?.sha256 === sha256 && before.note === note
        if (isSame && resultsAt !== null) return []

        const reason = before === undefined ? '' : (sent.reason?.trim() ?? '')
        if (!isSame && before !== undefined && reason === '')
          throw new Problem('validation.required', { field: 'reason' })
        const revision = isSame ? before.revision : (before?.revision ?? 0) + 1
        const time = new Date(now)
        const by = caller.principal.userId
        if (!isSame) await tx.insert(gameId, { revision, board, sha256, note, reason, by, time })
        if (resultsAt === null) await tx.publish(gameId, time)
        const areShown = await holdNotices(db, gameId, null)
        await audit.record(db, caller, 'results.publish', {
          ...{ game: gameId, id: gameId, name: parts.settings.title, reason: reason || null },
          before: { revision: resultsAt === null ? null : (before?.revision ?? null) },
          after: { revision, sha256, note },
        })
        return ledger.advance(db, [gameId], areShown ? ['setup', 'notices'] : ['setup'])
      })
      if (changes.length > 0) {
        await ledger.announce(changes)
        journal.done(caller, `Results of game ${gameId} published`)
      }
      return read(gameId)
    },

    async withdraw(gameId: number, { reason }: ResultsSent, caller: Caller): Promise<ResultsToEdit> {
      const changes = await store.atomically(async (db) => {
        const tx = createPublishingStore(db)
        const held = await ledger.hold(db, gameId)
        if (held === undefined) throw new Problem('game.notFound')
        const [newest] = await tx.revisions(gameId)
        if (newest === undefined) throw new Problem('results.notFound')
        if ((await createResultsStore(db).publishedAt(gameId)) === null) return []
        const freezeAt = await tx.freezeAt(gameId)
        if (freezeAt !== null) await freezing.begin(db, gameId)
        await tx.publish(gameId, null)
        const areHeld = freezeAt !== null && (await holdNotices(db, gameId, freezeAt))
        await audit.record(db, caller, 'results.withdraw', {
          ...{ game: gameId, id: gameId, reason: reason?.trim() || null },
          before: { revision: newest.revision },
          after: { revision: null },
        })
        return ledger.advance(db, [gameId], areHeld ? ['setup', 'notices'] : ['setup'])
      })
      if (changes.length > 0) {
        await ledger.announce(changes)
        journal.done(caller, `Results of game ${gameId} withdrawn`)
      }
      return read(gameId)
    },
  }
}
