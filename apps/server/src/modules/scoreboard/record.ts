import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { atLeast } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { RecordedChange } from '@pennant/contract/record'
import { checksumOf } from '@pennant/rules/scoreboard/checksum'
import { recordBefore } from '@pennant/rules/scoreboard/past'
import { boardInputOf, createColumns, type GameRecord } from '@pennant/rules/scoreboard/record'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { type PublicBoard, publicBoard } from '../../core/game/public-board.ts'
import { createResultsStore } from '../../core/game/store-results.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { RawJson, versioned, type Reply } from '../../http/reply.ts'
import { changesOf, openRecordOf, presentRecord, recordOf } from './present-record.ts'
import { settledBoard, solvesPerTurn } from './settled-board.ts'
import type { Snapshots } from './snapshots.ts'
import type { ChangeStore } from './store-changes.ts'

// Those of a game of 100,000 solves take 3 MB.
const mostRecords = 16

type Wanted = { tag: string; isStaff: boolean }
type Made = { tag: string; reply: Promise<Reply> }

export const createRecords = (
  { access, clock, db, games }: Pick<Core, 'access' | 'clock' | 'db' | 'games'>,
  snapshots: Pick<Snapshots, 'of'>,
  store: ChangeStore,
) => {
  const made = new LRUCache<string, Made>({ max: mostRecords })
  const results = createResultsStore(db)

  const changesIn = async ({ id, settings }: Game): Promise<RecordedChange[]> =>
    changesOf(id, await store.listWithLeavers(id, new Date(settings.start)))

  /** Null if nothing was changed since: what leads up to published results is as they are. */
  const asPublished = async ({ id, settings }: Game, record: GameRecord): Promise<GameRecord | null> => {
    const publishedAt = Math.max(settings.resultsAt ?? 0, (await results.revisedAt(id)) ?? 0)
    return record.changes.some(({ time }) => time >= publishedAt) ? recordBefore(record, publishedAt) : null
  }

  const make = async (game: Game, { board, modified }: PublicBoard, wanted: Wanted): Promise<Reply> => {
    const { tag, isStaff } = wanted
    // Before the changes are read: one that the game doesn't know yet makes no difference to a board.
    const taken = recordOf(game)
    const now = checksumOf(board)
    const changes = await changesIn(game)
    const then = isStaff ? null : await asPublished(game, { ...taken, changes })
    const { solves, ...shown } = isStaff ? taken : openRecordOf(then ?? taken)
    const checksum =
      then === null
        ? now
        : checksumOf(await settledBoard(boardInputOf({ ...shown, solves, changes }), nextTurn))
    const rest = JSON.stringify({ checksum, ...presentRecord(shown), ...(isStaff && { changes }) })
    const { add, columns } = createColumns()
    for (const [at, solve] of solves.entries()) {
      if (at % solvesPerTurn === 0) await nextTurn()
      add(solve)
    }
    const texts: Buffer[] = [Buffer.from(`${rest.slice(0, -1)},"solves":{`)]
    for (const [at, [name, values]] of Object.entries(columns).entries()) {
      await nextTurn()
      texts.push(Buffer.from(`${at === 0 ? '' : ','}"${name}":${JSON.stringify(values)}`))
    }
    texts.push(Buffer.from('}}'))
    return versioned({ tag, modified, value: new RawJson(Buffer.concat(texts)) })
  }

  return {
    /** Everyone reads it once results are published, as it was then, without changes and what is on no board. */
    async read(gameId: number, principal: Principal | null): Promise<Reply> {
      const begun = await access.begun(gameId, principal)
      const isStaff = principal !== null && atLeast(principal.role, 'Monitor')
      const expectOpen = ({ settings }: Game): void => {
        if (isStaff || settings.resultsAt !== null) return
        throw new Problem(principal === null ? 'auth.required' : 'auth.forbidden')
      }
      expectOpen(begun)
      // Settles the board, in portions if it is large. Once results are published, both have the same.
      await snapshots.of(begun, isStaff ? 'staff' : 'everyone')
      const game = games.peek(gameId) ?? (await games.must(gameId))
      expectOpen(game)
      const board = publicBoard(game, 'staff', clock.now())
      const tag = `${board.tag}-${game.revision.toString(16).toUpperCase()}${isStaff ? '' : '-P'}`
      const key = `${gameId} ${isStaff}`
      const before = made.get(key)
      if (before?.tag === tag) return before.reply
      const reply = make(game, board, { tag, isStaff })
      made.set(key, { tag, reply })
      reply.catch(() => made.delete(key))
      return reply
    },
  }
}

export type Records = ReturnType<typeof createRecords>
