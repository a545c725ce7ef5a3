import { Problem } from '@pennant/contract/problem'
import type { QueryOf } from '@pennant/contract/route'
import { wholeSpreadMs } from '@pennant/contract/board-pace'
import type { listSolves } from '@pennant/contract/scoreboard'
import type { readScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { isOver } from '@pennant/rules/game/phase'
import { isSecret } from '@pennant/rules/game/visibility'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Caller, Principal } from '../../core/identity/caller.ts'
import type { Reply } from '../../http/reply.ts'
import type { Snapshot } from './snapshot.ts'
import type { Snapshots } from './snapshots.ts'

export type ScoreboardParts = 'access' | 'audit' | 'clock' | 'games' | 'journal' | 'ledger' | 'live'

export const createScoreboards = (
  { games, access, audit, ledger, clock, journal, live }: Pick<Core, ScoreboardParts>,
  snapshots: Snapshots,
) => {
  const detailsIn = (game: Game, principal: Principal): Reply | Promise<Reply> => {
    access.see(game, principal)
    const now = clock.now()
    // First of all, so that clients send everyone back to the game's page.
    if (isOver(game.settings, now)) throw new Problem('game.ended')
    const participation = access.check(game, principal, now)
    const ready = snapshots.peek(game, 'everyone')
    if (ready !== null) return ready.details(participation)
    return snapshots.of(game, 'everyone').then((snapshot) => snapshot.details(participation))
  }

  /** Null unless anyone may see the board, and without a wait. */
  const openSnapshot = (gameId: number): { snapshot: Snapshot; newest: number } | null => {
    const game = games.peek(gameId)
    if (game === null || isSecret(game.settings)) return null
    const board = publicBoard(game, 'everyone', clock.now())
    const snapshot = board && snapshots.peek(game, 'everyone')
    return board === null || snapshot === null ? null : { snapshot, newest: board.version }
  }

  const changesIn = (snapshot: Snapshot, gameId: number, since: number | undefined, newest: number): Reply =>
    snapshot.changes({
      ...{ since, newest },
      spreadMs: () => wholeSpreadMs(live.playersHere(gameId), snapshot.bytes),
    })

  return {
    async read(gameId: number, principal: Principal | null): Promise<Reply> {
      return (await snapshots.of(await access.begun(gameId, principal), 'everyone')).reply
    },

    async live(gameId: number, principal: Principal): Promise<Reply> {
      return (await snapshots.of(await access.begun(gameId, principal), 'staff')).reply
    },

    async solves(
      gameId: number,
      { challenge, count = 50, skip = 0 }: QueryOf<typeof listSolves>,
      principal: Principal | null,
    ): Promise<Reply> {
      const snapshot = await snapshots.of(await access.begun(gameId, principal), 'everyone')
      return snapshot.solves({ challenge, count, skip })
    },

    ready: (gameId: number): Reply | null => openSnapshot(gameId)?.snapshot.reply ?? null,

    isReady: (gameId: number): boolean => openSnapshot(gameId) !== null,

    async changes(
      gameId: number,
      { since }: QueryOf<typeof readScoreboardChanges>,
      principal: Principal | null,
    ): Promise<Reply> {
      const game = await access.begun(gameId, principal)
      const newest = publicBoard(game, 'everyone', clock.now())?.version ?? 0
      return changesIn(await snapshots.of(game, 'everyone'), gameId, since, newest)
    },

    readyChanges(gameId: number, { since }: QueryOf<typeof readScoreboardChanges>): Reply | null {
      const open = openSnapshot(gameId)
      return open && changesIn(open.snapshot, gameId, since, open.newest)
    },

    details(gameId: number, principal: Principal): Reply | Promise<Reply> {
      const game = games.peek(gameId)
      if (game !== null) return detailsIn(game, principal)
      return games.must(gameId).then((read) => detailsIn(read, principal))
    },

    async flush(
      gameId: number,
      action: 'scoreboard.flush' | 'scoreboard.updateAccepted',
      caller: Caller,
    ): Promise<void> {
      await ledger.touch([gameId], ['setup', 'teams', 'purge', 'notices'], (db) =>
        audit.record(db, caller, action, { game: gameId, id: gameId }),
      )
      journal.done(caller, `Scoreboard of game ${gameId} built again`)
    },
  }
}

export type Scoreboards = ReturnType<typeof createScoreboards>

const pauseMs = 100

export const createVersionPublisher = (send: (gameId: number, version: number) => void) => {
  const waiting = new Map<number, number>()
  const timers = new Map<number, NodeJS.Timeout>()

  const tell = (gameId: number, version: number): void => {
    send(gameId, version)
    const timer = setTimeout(() => {
      timers.delete(gameId)
      const next = waiting.get(gameId)
      waiting.delete(gameId)
      if (next !== undefined) tell(gameId, next)
    }, pauseMs)
    timers.set(gameId, timer.unref())
  }

  return {
    changed(gameId: number, version: number): void {
      if (timers.has(gameId)) waiting.set(gameId, Math.max(version, waiting.get(gameId) ?? 0))
      else tell(gameId, version)
    },

    close(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
