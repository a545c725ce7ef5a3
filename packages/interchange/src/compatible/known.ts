import type { ChallengeType, ParticipationStatus } from '@pennant/contract/enums'
import type { Notes } from './notes.ts'

/** A file whose bytes are here, and are those of its hash. */
export type KnownFile = { hash: string; name: string; size: number; uploadedAt: string }

/** What was carried so far, so that rows which refer to anything else are not. */
export type Known = {
  /** By their key. */
  readonly files: Map<number, KnownFile>
  readonly byHash: Map<string, KnownFile>
  /** How often each hash is referred to by what was carried. */
  readonly uses: Map<string, number>
  readonly users: Map<string, { registeredAt: string }>
  readonly userNames: Set<string>
  readonly emails: Set<string>
  readonly teams: Map<number, { captain: string }>
  readonly games: Set<number>
  /** The game of each. */
  readonly divisions: Map<number, number>
  readonly challenges: Map<number, { gameId: number; type: ChallengeType; title: string }>
  /** The challenge of each listed flag. */
  readonly flags: Map<number, number>
  readonly givenFlags: Set<number>
  readonly participations: Map<number, { gameId: number; teamId: number; status: ParticipationStatus }>
  /** How many submissions tell of themselves, by team and challenge. */
  readonly told: Map<number, number>
  /** The submissions of first solves. */
  readonly firstSolves: Set<number>
  /** `game team`: a team plays once. */
  readonly playing: Set<string>
}

export const nothingKnown = (): Known => ({
  files: new Map(),
  byHash: new Map(),
  uses: new Map(),
  users: new Map(),
  userNames: new Set(),
  emails: new Set(),
  teams: new Map(),
  games: new Set(),
  divisions: new Map(),
  challenges: new Map(),
  flags: new Map(),
  givenFlags: new Set(),
  participations: new Map(),
  told: new Map(),
  firstSolves: new Set(),
  playing: new Set(),
})

/** Counts the use. Null, and said so, if the file isn't here. */
export const useFile = (
  known: Pick<Known, 'byHash' | 'uses'>,
  hash: string | null,
  { lost }: Pick<Notes, 'lost'>,
  what: string,
): KnownFile | null => {
  if (hash === null) return null
  const file = known.byHash.get(hash)
  if (file === undefined) {
    lost(what, 'Its file is not in the storage', hash)
    return null
  }
  known.uses.set(hash, (known.uses.get(hash) ?? 0) + 1)
  return file
}
