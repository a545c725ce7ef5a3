import { randomUUID } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import { type GameChange, type GameLedger, type GamePart, type Hides, isLoud } from './change.ts'
import type { GameLedgerRow } from '../../ports/tables/game.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'

type Announced = { from: string; change: GameChange }

const showsAll: Hides = async () => false

export const ledgerTopic = 'game.changed'

export const createLedger = (store: LedgerStore, clock: Clock, bus: Bus) => {
  const listeners = new Set<(change: GameChange) => void>()
  const tell = (change: GameChange): void => {
    for (const listener of listeners) listener(change)
  }
  const self = randomUUID()
  const stop = bus.subscribe<Announced>(ledgerTopic, ({ from, change }) => {
    if (from !== self) tell(change)
  })

  // In the order of ids, so that callers that hold several games never deadlock.
  const advance = async (
    db: Db,
    gameIds: readonly number[],
    parts: readonly GamePart[],
    hides: Hides = showsAll,
  ): Promise<GameChange[]> => {
    const tx = createLedgerStore(db)
    const changes: GameChange[] = []
    for (const gameId of [...new Set(gameIds)].toSorted((a, b) => a - b)) {
      if ((await tx.lock(gameId)) === undefined) continue
      const isHidden = await hides(db)
      const { revision, shown } = await tx.advance(gameId, parts, { now: new Date(clock.now()), isHidden })
      changes.push({ gameId, revision, parts, shown, ...(isHidden ? { isHidden } : {}) })
    }
    return changes
  }

  const announce = async (changes: readonly GameChange[]): Promise<void> => {
    for (const change of changes) {
      tell(change)
      bus.publish<Announced>(ledgerTopic, { from: self, change })
    }
    if (changes.some(isLoud)) await bus.confirmed()
  }

  const ledger: GameLedger = {
    advance,
    announce,

    async change(gameId, parts, work, hides) {
      const { result, changes } = await store.atomically(async (db) => {
        const advanced = await advance(db, [gameId], parts, hides)
        if (advanced.length === 0) throw new Problem('game.notFound')
        return { result: await work(db), changes: advanced }
      })
      await announce(changes)
      return result
    },

    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  /** The work is done only if one of the games is there. */
  const touch = async (
    gameIds: readonly number[],
    parts: readonly GamePart[],
    work?: (db: Db) => Promise<void>,
  ): Promise<void> => {
    if (gameIds.length === 0) return
    const changes = await store.atomically(async (db) => {
      const advanced = await advance(db, gameIds, parts)
      if (advanced.length > 0) await work?.(db)
      return advanced
    })
    await announce(changes)
  }

  return {
    ...ledger,
    /** For callers that only learn whether the game changes while they hold it. */
    hold: (db: Db, gameId: number): Promise<GameLedgerRow | undefined> => createLedgerStore(db).lock(gameId),

    touch,
    // Boards show names and avatars of teams, and names of solvers.
    teamRenamed: async (teamId: number): Promise<void> => touch(await store.ofTeam(teamId), ['teams']),
    userRenamed: async (userId: string): Promise<void> => touch(await store.ofUser(userId), ['teams']),
    // The solves stay, without the name; for that, all solves are read again.
    async userLeaves(db: Db, userId: string): Promise<() => Promise<void>> {
      const changes = await advance(db, await createLedgerStore(db).everOfUser(userId), ['teams', 'purge'])
      return () => announce(changes)
    },
    close: stop,
  }
}
