import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { Problem } from '@pennant/contract/problem'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { historyInPortions } from '@pennant/rules/scoreboard/history'
import { recordBefore } from '@pennant/rules/scoreboard/past'
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

/** `at`: as everything was before that moment. */
type Asked = { participationId: number; until: number | null; at?: number | undefined }
type OfMoment = { at?: number; principal: Principal }
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

const basisBefore = async (whole: GameRecord, moment: number): Promise<Basis> => {
  const record = recordBefore(whole, moment)
  return { record, index: await inTurns(indexInPortions(record.solves)) }
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

  const make = async (game: Game, tag: string, { participationId, until, at }: Asked) => {
    const basis = await basisOf(game, tag)
    return limited(async () => {
      const { record, index } = at === undefined ? basis : await basisBefore(basis.record, at)
      return inTurns(historyInPortions(record, participationId, until, index))
    })
  }

  /** Made once for each state of the live board, which changes with all that a history is made of. */
  const of = async (game: Game, asked: Asked): Promise<HistoryEntry[]> => {
    const { tag } = publicBoard(game, 'staff', clock.now())
    const key = `${game.id} ${asked.participationId} ${asked.until} ${asked.at}`
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

  const inGame = ({ settings: { start } }: Game, at: number | undefined): number | undefined => {
    const now = clock.now()
    if (at !== undefined && (at < start || at > now))
      throw new Problem('validation.range', { field: 'at', min: start, max: now })
    return at
  }

  return {
    async own(gameId: number, principal: Principal): Promise<HistoryEntry[]> {
      const { game, participation } = await access.player(gameId, principal, { late: true })
      const board = publicBoard(game, 'everyone', clock.now())
      return board === null ? [] : of(game, { participationId: participation.id, until: board.frozenAt })
    },

    async of(gameId: number, participationId: number, { at, principal }: OfMoment): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      if (!game.participations.has(participationId)) throw new Problem('participation.notFound')
      return of(game, { participationId, until: null, at: inGame(game, at) })
    },

    async ofTeam(gameId: number, teamId: number, { at, principal }: OfMoment): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      for (const { id, teamId: team } of game.participations.values())
        if (team === teamId) return of(game, { participationId: id, until: null, at: inGame(game, at) })
      throw new Problem('participation.notFound')
    },
  }
}

export type Histories = ReturnType<typeof createHistories>
