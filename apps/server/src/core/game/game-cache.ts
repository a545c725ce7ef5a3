import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import { createChallengeTexts } from './challenge-texts.ts'
import { type GameChange, type GameLedger, isLoud } from './change.ts'
import type { Game, GameCache, GameChallenge, GameSolve, OwnChange } from './game.ts'
import { readChanges } from './changes.ts'
import { createLedgerStore } from './ledger-store.ts'
import { CachedGame } from './cached-game.ts'
import type { Signals } from '../signals.ts'
import { createCachedGameStore, type CachedGameStore } from './store.ts'

type Needs = {
  store: CachedGameStore
  ledger: Pick<GameLedger, 'listen'>
  bus: Pick<Bus, 'isCurrent' | 'onGap' | 'publish' | 'subscribe'>
  clock: Clock
  signals: Pick<Signals, 'emit'>
  onError: (error: unknown) => void
}

// No longer than the bus trusts itself: a change is answered when both have run out.
const trustWithoutBusMs = 1_000
const mostHeld = 32
const unusedMs = 3_600_000
const inUseMs = 60_000
const beatMs = 1_000
// Visitors who open the page before the start should not wait for it.
const earlyMs = 900_000
const warmTopic = 'game.warm'
type Warm = { gameId: number }

// Announced changes are read right away; a slow beat finds those whose announcement was lost.
export const createGameCache = ({ store, ledger, bus, clock, signals, onError }: Needs) => {
  const entries = new Map<number, CachedGame>()
  const loading = new Map<number, Promise<Game | null>>()
  const syncing = new Map<CachedGame, Promise<void>>()
  const texts = createChallengeTexts(store.challengeText)

  const drop = (gameId: number): void => void entries.delete(gameId)

  const tell = (
    before: Game | undefined,
    after: Game | undefined,
    solves: readonly GameSolve[],
    isRead = false,
  ): void => {
    if (after === undefined) return
    const { id, boardVersion, shownVersion, frozen } = after
    if (solves.length > 0) signals.emit('solves.added', after, solves)
    if (shownVersion !== before?.shownVersion)
      signals.emit(isRead ? 'board.loaded' : 'board.changed', id, shownVersion)
    const isApart = frozen !== null || (before?.frozen ?? null) !== null
    if (isApart && boardVersion !== before?.boardVersion) signals.emit('board.liveChanged', id, boardVersion)
  }

  const applyOwn = (entry: CachedGame, change: OwnChange): boolean => {
    const before = entry.game
    const added = entry.applyOwn(change)
    if (added === null) return false
    tell(before, entry.game, added)
    return true
  }

  const catchUp = async (entry: CachedGame, from: CachedGameStore): Promise<void> => {
    const { heard, known, doubts } = entry
    const startedAt = clock.now()
    const changes = await readChanges(from, entry.id, known, texts)
    if (changes === null) return drop(entry.id)
    const before = entry.game
    const added = entry.apply(changes)
    // Unless a change was announced meanwhile.
    const isRead = before === undefined && entry.heard < 0
    entry.doubtsSettled = Math.max(entry.doubtsSettled, doubts)
    entry.checkedAt = startedAt
    // A revision that was announced and does not exist will never come, for example after a restore.
    if (entry.heard === heard) entry.heard = entry.known.revision
    if (!entry.behind) entry.urgent = false
    tell(before, entry.game, added, isRead)
  }

  const settle = (entry: CachedGame): Promise<void> => {
    const running = syncing.get(entry)
    if (running !== undefined) return running
    const work = (async () => {
      try {
        do await store.atOneMoment((moment) => catchUp(entry, createCachedGameStore(moment)))
        while (entry.behind && entries.get(entry.id) === entry)
      } finally {
        syncing.delete(entry)
      }
    })()
    syncing.set(entry, work)
    return work
  }

  const follow = (entry: CachedGame): void => void settle(entry).catch(onError)

  const load = (gameId: number): Promise<Game | null> => {
    const running = loading.get(gameId)
    if (running !== undefined) return running
    const work = (async () => {
      const entry = new CachedGame(gameId)
      entry.usedAt = clock.now()
      entries.set(gameId, entry)
      try {
        await settle(entry)
      } catch (error) {
        if (entries.get(gameId) === entry) drop(gameId)
        throw error
      } finally {
        loading.delete(gameId)
      }
      tidy()
      return entry.game ?? null
    })()
    loading.set(gameId, work)
    return work
  }

  const tidy = (): void => {
    const now = clock.now()
    const byUse = [...entries.values()].toSorted((a, b) => b.usedAt - a.usedAt)
    for (const [index, entry] of byUse.entries())
      if (index >= mostHeld || now - entry.usedAt > unusedMs) drop(entry.id)
  }

  const hear = ({ gameId, revision, parts, shown, isHidden = false, made }: GameChange): void => {
    if (revision === null) return drop(gameId)
    const entry = entries.get(gameId)
    if (entry === undefined) {
      if (parts.every((part) => part === 'notices')) return
      if (!isHidden) signals.emit('board.changed', gameId, shown ?? revision)
      if (shown !== null) signals.emit('board.liveChanged', gameId, revision)
      return
    }
    if (revision <= entry.known.revision) return
    if (made !== undefined && applyOwn(entry, revived(made))) return
    entry.heard = Math.max(entry.heard, revision)
    entry.urgent ||= isLoud({ parts })
    follow(entry)
  }

  const doubtAll = (): void => {
    for (const entry of entries.values()) {
      entry.doubts++
      entry.urgent = true
      follow(entry)
    }
  }

  const stops = [
    ledger.listen(hear),
    bus.onGap(doubtAll),
    bus.subscribe<Warm>(warmTopic, ({ gameId }) => void read(gameId).catch(onError)),
  ]

  const isDoubtful = ({ checkedAt }: CachedGame, now: number): boolean =>
    !bus.isCurrent && now - checkedAt >= trustWithoutBusMs
  // The beat doesn't look after it.
  const isIdle = ({ checkedAt, usedAt }: CachedGame, now: number): boolean =>
    now - Math.max(usedAt, checkedAt) >= inUseMs

  const read = async (gameId: number): Promise<Game | null> => {
    const entry = entries.get(gameId)
    const now = clock.now()
    if (entry?.game === undefined) {
      const game = await load(gameId)
      const loaded = entries.get(gameId)
      if (loaded !== undefined) loaded.usedAt = now
      return game
    }
    const wasIdle = isIdle(entry, now)
    entry.usedAt = now
    if (isDoubtful(entry, now)) {
      entry.doubts++
      await settle(entry)
    } else if (entry.urgent) await settle(entry)
    // Without the database, what the bus has said is good enough.
    else if (wasIdle) await settle(entry).catch(onError)
    return entries.get(gameId)?.game ?? null
  }

  const beat = async (): Promise<void> => {
    const now = clock.now()
    const used = [...entries.values()].filter(({ usedAt }) => now - usedAt < inUseMs)
    if (used.length === 0) return
    const revisions = await store.revisions(used.map(({ id }) => id))
    const found = new Map(revisions.map(({ game_id, revision }) => [game_id, revision]))
    for (const entry of used) {
      const revision = found.get(entry.id)
      if (revision === undefined && entry.known.revision > 0) drop(entry.id)
      else if (revision !== undefined && revision > entry.known.revision) {
        entry.heard = Math.max(entry.heard, revision)
        entry.urgent = true
        follow(entry)
      } else entry.checkedAt = now
    }
  }

  const games: GameCache = {
    read,
    async must(gameId) {
      const game = await read(gameId)
      if (game === null) throw new Problem('game.notFound')
      return game
    },
  }

  return {
    ...games,

    holdsAny: (): boolean => [...entries.values()].some(({ game }) => game !== undefined),

    textOf: ({ text }: Pick<GameChallenge, 'text'>) => texts.read(text),

    /** Null when the game has to be read first. */
    peek(gameId: number): Game | null {
      const entry = entries.get(gameId)
      if (entry?.game === undefined || entry.urgent) return null
      const now = clock.now()
      if (isDoubtful(entry, now) || isIdle(entry, now)) return null
      entry.usedAt = now
      return entry.game
    },

    /** Holds the ledger for the rest of the transaction. The game is that of the ledger's revision. */
    async hold(db: Db, gameId: number): Promise<Game> {
      const held = await createLedgerStore(db).lock(gameId)
      if (held === undefined) throw new Problem('game.notFound')
      let entry = entries.get(gameId)
      if (entry?.game?.revision !== held.revision) {
        entry ??= new CachedGame(gameId)
        if (!entries.has(gameId)) entries.set(gameId, entry)
        entry.usedAt = clock.now()
        await catchUp(entry, createCachedGameStore(db))
      }
      if (entry.game === undefined) throw new Problem('game.notFound')
      return entry.game
    },

    applyOwn(change: OwnChange): void {
      const entry = entries.get(change.gameId)
      if (entry !== undefined) applyOwn(entry, change)
    },

    async warm(): Promise<void> {
      const now = clock.now()
      for (const { id } of await store.startingBetween(new Date(now), new Date(now + earlyMs)))
        bus.publish<Warm>(warmTopic, { gameId: id })
    },

    async keepCurrent(signal: AbortSignal): Promise<void> {
      let failing = false
      while (!signal.aborted) {
        try {
          await beat()
          failing = false
        } catch (error) {
          if (!failing) onError(error)
          failing = true
        }
        await wait(beatMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    },

    // Authors see their own changes.
    async caughtUp(gameId: number): Promise<void> {
      const entry = entries.get(gameId)
      // Failures are reported by the listener for announcements.
      if (entry?.behind === true) await settle(entry).catch(() => undefined)
    },

    close: (): void => stops.forEach((stop) => stop()),
  }
}

// Messages are JSON, which has no dates.
const revived = (made: OwnChange): OwnChange => ({
  ...made,
  boardAt: new Date(made.boardAt),
  noticesAt: new Date(made.noticesAt),
})
