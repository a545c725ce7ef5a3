import type { TeamChange } from '@pennant/contract/hub'

/** What has just happened in a game; boards and lists come from the server's answers. */
export type GameStore = {
  hear(change: TeamChange): void
  /** The news of the own team's solve of a challenge. */
  solveOf(challenge: number): TeamChange | undefined
  subscribe(changed: () => void): () => void
  /** Its news show in sight until the returned function is called. */
  watch(challenge: number): () => void
  isWatched(challenge: number): boolean
  /** Whether this page sent the flag that solved it, or that is being judged. */
  sent(challenge: number, isSent: boolean): void
  isSent(challenge: number): boolean
}

export const createGameStore = (): GameStore => {
  const solves = new Map<number, TeamChange>()
  const watched = new Map<number, number>()
  const sent = new Set<number>()
  const listeners = new Set<() => void>()
  return {
    hear(change) {
      if (change.what !== 'Solved' || change.challengeId === undefined) return
      solves.set(change.challengeId, change)
      for (const changed of listeners) changed()
    },
    solveOf: (challenge) => solves.get(challenge),
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    watch(challenge) {
      watched.set(challenge, (watched.get(challenge) ?? 0) + 1)
      return () => void watched.set(challenge, (watched.get(challenge) ?? 0) - 1)
    },
    isWatched: (challenge) => (watched.get(challenge) ?? 0) > 0,
    sent(challenge, isSent) {
      if (isSent) sent.add(challenge)
      else sent.delete(challenge)
    },
    isSent: (challenge) => sent.has(challenge),
  }
}
