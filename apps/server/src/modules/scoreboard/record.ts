import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { checksumOf } from '@pennant/rules/scoreboard/checksum'
import { createColumns } from '@pennant/rules/scoreboard/record'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { type PublicBoard, publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { RawJson, versioned, type Reply } from '../../http/reply.ts'
import { changesOf, presentRecord, recordOf } from './present-record.ts'
import type { Snapshots } from './snapshots.ts'
import type { ChangeStore } from './store-changes.ts'

// Those of a game of 100,000 solves take 3 MB.
const mostRecords = 4
const solvesPerTurn = 5_000

type Made = { tag: string; reply: Promise<Reply> }

export const createRecords = (
  { access, clock, games }: Pick<Core, 'access' | 'clock' | 'games'>,
  snapshots: Pick<Snapshots, 'of'>,
  store: ChangeStore,
) => {
  const made = new LRUCache<number, Made>({ max: mostRecords })

  const make = async (game: Game, { board, modified }: PublicBoard, tag: string): Promise<Reply> => {
    // Before the changes are read: one that the game doesn't know yet makes no difference to a board.
    const { solves, ...taken } = recordOf(game)
    const checksum = checksumOf(board)
    const changes = changesOf(game.id, await store.list(game.id, new Date(game.settings.start)))
    const rest = JSON.stringify({ checksum, ...presentRecord({ ...taken, changes }) })
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
    /** What everyone may read once results are published is decided here. */
    async read(gameId: number, principal: Principal): Promise<Reply> {
      // Settles the board, in portions if it is large.
      await snapshots.of(await access.begun(gameId, principal), 'staff')
      const game = games.peek(gameId) ?? (await games.must(gameId))
      const board = publicBoard(game, 'staff', clock.now())
      const tag = `${board.tag}-${game.revision.toString(16).toUpperCase()}`
      const before = made.get(gameId)
      if (before?.tag === tag) return before.reply
      const reply = make(game, board, tag)
      made.set(gameId, { tag, reply })
      reply.catch(() => made.delete(gameId))
      return reply
    },
  }
}

export type Records = ReturnType<typeof createRecords>
