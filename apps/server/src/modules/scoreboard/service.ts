import { Problem } from '@pennant/contract/problem'
import type { QueryOf } from '@pennant/contract/route'
import type { listSolves } from '@pennant/contract/scoreboard'
import { isOver } from '@pennant/rules/game/phase'
import { isSecret } from '@pennant/rules/game/visibility'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Caller, Principal } from '../../core/identity/caller.ts'
import type { Reply } from '../../http/reply.ts'
import type { Snapshots } from './snapshots.ts'

export type ScoreboardParts = 'access' | 'audit' | 'clock' | 'games' | 'journal' | 'ledger'

export const createScoreboards = (
  { games, access, audit, ledger, clock, journal }: Pick<Core, ScoreboardParts>,
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

    /** Null unless anyone may see the board, and without a wait. */
    ready(gameId: number): Reply | null {
      const game = games.peek(gameId)
      if (game === null || isSecret(game.settings)) return null
      if (publicBoard(game, 'everyone', clock.now()) === null) return null
      return snapshots.peek(game, 'everyone')?.reply ?? null
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
