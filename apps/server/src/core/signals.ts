import { EventEmitter } from 'node:events'
import type { LogMessage } from '@pennant/contract/log'

/** Must not take any time: whoever gives a signal waits for all who hear it. */
export type CoreSignals = {
  /** What this user or API token may listen to may have changed. */
  'access.changed': [subject: string]
  /** Name, role, or existence of a user changed, in any process. */
  'user.changed': [userId: string]
  /** This process shows a new version of the board. */
  'board.changed': [gameId: number, version: number]
  'challenge.opened': [
    look: { gameId: number; participationId: number; challengeId: number },
    by: { userId: string; address: string | null },
  ]
  /** `by` is null for somebody without a session. */
  'file.downloaded': [hash: string, by: { userId: string; address: string | null } | null]
  'entry.written': [entry: LogMessage]
}

type Name = keyof CoreSignals
type Listener<N extends Name> = (...facts: CoreSignals[N]) => void

export type Signals = {
  emit<N extends Name>(name: N, ...facts: CoreSignals[N]): void
  /** Returns the way to stop listening. */
  on<N extends Name>(name: N, listener: Listener<N>): () => void
}

/** A listener that throws is reported, and stops neither the others nor whoever gave the signal. */
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
