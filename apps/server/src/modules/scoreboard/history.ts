import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { Problem } from '@pennant/contract/problem'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { historyInPortions } from '@pennant/rules/scoreboard/history'
import type { GameRecord } from '@pennant/rules/scoreboard/record'
import { indexInPortions, type SolveIndex } from '@pennant/rules/scoreboard/worth'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { changesOf, recordOf } from './present-record.ts'
import type { ChangeStore } from './store-changes.ts'

// Some 10 MB.
const mostEntries = 50_000
// Each holds the solves of a game.
const mostGames = 4
const atOnce = 4

type Asked = { participationId: number; until: number | null }
type Made = { tag: string; entries: HistoryEntry[] }
type Basis = { record: GameRecord; index: SolveIndex }
type Read = { tag: string; basis: Promise<Basis> }

const inTurns = async <T>(portions: Generator<void, T>): Promise<T> => {
  for (;;) {
    const { done, value } = portions.next()
    if (done === true) return value
    await nextTurn()
  }
}

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

  const begin = async (game: Game): Promise<Basis> => {
    // Before the changes are read: solves may be added meanwhile.
    const taken = recordOf(game)
    const changes = changesOf(game.id, await store.list(game.id))
    return { record: { ...taken, changes }, index: await inTurns(indexInPortions(taken.solves)) }
  }

  /** The same for all teams. */
  const basisOf = (game: Game, tag: string): Promise<Basis> => {
    const before = read.get(game.id)
    if (before?.tag === tag) return before.basis
    const basis = begin(game)
    read.set(game.id, { tag, basis })
    basis.catch(() => read.delete(game.id))
    return basis
  }

  const make = async (game: Game, tag: string, { participationId, until }: Asked) => {
    const { record, index } = await basisOf(game, tag)
    return limited(() => inTurns(historyInPortions(record, participationId, until, index)))
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

    async ofTeam(gameId: number, teamId: number, principal: Principal): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      for (const { id, teamId: team } of game.participations.values())
        if (team === teamId) return of(game, { participationId: id, until: null })
      throw new Problem('participation.notFound')
    },
  }
}

export type Histories = ReturnType<typeof createHistories>
