import { EventEmitter } from 'node:events'
import type { ReceivedChange } from '@pennant/contract/hub'
import type { LogMessage } from '@pennant/contract/log'
import type { Game, GameSolve } from './game/game.ts'

/** Listeners must return fast: the emitter waits for all of them. */
export type CoreSignals = {
  'access.changed': [subject: string]
  'user.changed': [userId: string]
  'board.changed': [gameId: number, version: number]
  /** Read for the first time, or again after it was dropped: no change to those who ask for it now. */
  'board.loaded': [gameId: number, version: number]
  /** The board that monitors see; only in games with a freeze. */
  'board.liveChanged': [gameId: number, version: number]
  /** Before the change of the board that shows them. */
  'solves.added': [game: Game, solves: readonly GameSolve[]]
  'challenge.opened': [
    look: { gameId: number; participationId: number; challengeId: number },
    by: { userId: string; address: string | null },
  ]
  /** `by` is null for a caller without a session. */
  'file.downloaded': [hash: string, by: { userId: string; address: string | null } | null]
  'entry.written': [entry: LogMessage]
  'change.logged': [gameId: number | null, change: ReceivedChange]
}

type Name = keyof CoreSignals
type Listener<N extends Name> = (...facts: CoreSignals[N]) => void

export type Signals = {
  emit<N extends Name>(name: N, ...facts: CoreSignals[N]): void
  on<N extends Name>(name: N, listener: Listener<N>): () => void
}

// A listener that throws stops neither the other listeners nor the emitter.
export const createSignals = (report: (name: Name, error: unknown) => void): Signals => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    emit: (name, ...facts) => void emitter.emit(name, ...facts),
    on<N extends Name>(name: N, listener: Listener<N>) {
      const guarded = (...facts: CoreSignals[N]): void => {
        try {
          listener(...facts)
        } catch (error) {
          report(name, error)
        }
      }
      emitter.on(name, guarded)
      return () => void emitter.off(name, guarded)
    },
  }
}
