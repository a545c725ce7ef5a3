import type { TeamChange } from '@pennant/contract/hub'
import { type LiveSolve, withoutRepeats } from './live-solve.ts'

/** What has just happened in a game; boards and lists come from the server's answers. */
export type GameStore = {
  hear(change: TeamChange): void
  /** The news of the own team's solve of a challenge. */
  solveOf(challenge: number): TeamChange | undefined
  /** What the own team did, newest first. */
  changes(): readonly TeamChange[]
  /** In the order of solving. Those that are known are left out. */
  hearSolves(solves: readonly LiveSolve[]): void
  /** Newest first. */
  solves(): readonly LiveSolve[]
  /** Gets each solve once, as it is heard. */
  onSolve(heard: (solve: LiveSolve) => void): () => void
  subscribe(changed: () => void): () => void
  /** News about it show in sight until the returned function is called. */
  watch(what: Watched): () => void
  isWatched(what: Watched): boolean
  /** Whether this page sent the flag that solved it, or that is being judged. */
  sent(challenge: number, isSent: boolean): void
  isSent(challenge: number): boolean
}

/** A challenge, the list of notices, or that of challenges. */
export type Watched = number | 'notices' | 'challenges'

export const mostSolves = 100
const mostChanges = 20

export const createGameStore = (): GameStore => {
  const own = new Map<number, TeamChange>()
  let changes: readonly TeamChange[] = []
  let solves: readonly LiveSolve[] = []
  const watched = new Map<Watched, number>()
  const sent = new Set<number>()
  const listeners = new Set<() => void>()
  const followers = new Set<(solve: LiveSolve) => void>()
  const tell = (): void => {
    for (const changed of listeners) changed()
  }
  return {
    hear(change) {
      changes = [change, ...changes].slice(0, mostChanges)
      if (change.what === 'Solved' && change.challengeId !== undefined) own.set(change.challengeId, change)
      tell()
    },
    solveOf: (challenge) => own.get(challenge),
    changes: () => changes,
    hearSolves(heard) {
      const fresh = withoutRepeats(solves, heard)
      if (fresh.length === 0) return
      solves = [...fresh.toReversed(), ...solves].slice(0, mostSolves)
      for (const solve of fresh) for (const follow of followers) follow(solve)
      tell()
    },
    solves: () => solves,
    onSolve(heard) {
      followers.add(heard)
      return () => void followers.delete(heard)
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    watch(what) {
      watched.set(what, (watched.get(what) ?? 0) + 1)
      return () => void watched.set(what, (watched.get(what) ?? 0) - 1)
    },
    isWatched: (what) => (watched.get(what) ?? 0) > 0,
    sent(challenge, isSent) {
      if (isSent) sent.add(challenge)
      else sent.delete(challenge)
    },
    isSent: (challenge) => sent.has(challenge),
  }
}
