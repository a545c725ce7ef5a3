import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { Problem } from '@pennant/contract/problem'
import type { RecordedChange } from '@pennant/contract/record'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { historyInPortions } from '@pennant/rules/scoreboard/history'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { changesOf, recordOf } from './present-record.ts'
import type { ChangeStore } from './store-changes.ts'

// Some 10 MB.
const mostEntries = 50_000
const mostGames = 8
// Each holds a copy of the solves.
const atOnce = 4

type Asked = { participationId: number; until: number | null }
type Made = { tag: string; entries: HistoryEntry[] }
type Read = { tag: string; changes: Promise<RecordedChange[]> }

export const createHistories = (
  { access, clock }: Pick<Core, 'access' | 'clock'>,
  store: Pick<ChangeStore, 'list'>,
) => {
  const made = new LRUCache<string, Made>({
    maxSize: mostEntries,
    sizeCalculation: ({ entries }) => entries.length + 1,
  })
  const running = new Map<string, Promise<HistoryEntry[]>>()
  const read = new LRUCache<number, Read>({ max: mostGames })
  const limited = pLimit(atOnce)

  const changesIn = ({ id }: Game, tag: string): Promise<RecordedChange[]> => {
    const before = read.get(id)
    if (before?.tag === tag) return before.changes
    const changes = store.list(id).then((rows) => changesOf(id, rows))
    read.set(id, { tag, changes })
    changes.catch(() => read.delete(id))
    return changes
  }

  const make = async (game: Game, tag: string, { participationId, until }: Asked) => {
    const changes = await changesIn(game, tag)
    return limited(async () => {
      // Solves may have been added since: they're of a later board, whose history is made when it is asked for.
      const portions = historyInPortions({ ...recordOf(game), changes }, participationId, until)
      for (;;) {
        const { done, value } = portions.next()
        if (done === true) return value
        await nextTurn()
      }
    })
  }

  /** Made once for each state of the live board, which changes with all that a history is made of. */
  const of = async (game: Game, asked: Asked): Promise<HistoryEntry[]> => {
    const { tag } = publicBoard(game, 'staff', clock.now())
    const key = `${game.id} ${asked.participationId} ${asked.until}`
    const before = made.get(key)
    if (before?.tag === tag) return before.entries
    const name = `${key} ${tag}`
    const other = running.get(name)
    if (other !== undefined) return other
    const making = make(game, tag, asked).finally(() => running.delete(name))
    running.set(name, making)
    const entries = await making
    made.set(key, { tag, entries })
    return entries
  }

  return {
    async own(gameId: number, principal: Principal): Promise<HistoryEntry[]> {
      const { game, participation } = await access.player(gameId, principal, { late: true })
      const board = publicBoard(game, 'everyone', clock.now())
      return board === null ? [] : of(game, { participationId: participation.id, until: board.frozenAt })
    },

    async of(gameId: number, participationId: number, principal: Principal): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      if (!game.participations.has(participationId)) throw new Problem('participation.notFound')
      return of(game, { participationId, until: null })
    },
  }
}

export type Histories = ReturnType<typeof createHistories>
