import type {
  ChallengeCategory,
  ChallengeType,
  FileType,
  NetworkMode,
  ParticipationStatus,
  Role,
} from '@pennant/contract/enums'
import type { GameNotice } from '@pennant/contract/hub'
import type { Board, BoardDivision, Solve } from '@pennant/rules/scoreboard/board'

/** What organisers have set of a game. Times are milliseconds. */
export type HeldSettings = {
  readonly title: string
  readonly summary: string
  readonly content: string
  readonly hidden: boolean
  readonly unlisted: boolean
  readonly practiceMode: boolean
  readonly acceptWithoutReview: boolean
  readonly inviteCode: string | null
  readonly teamMemberCountLimit: number
  readonly containerCountLimit: number
  readonly posterHash: string | null
  readonly start: number
  readonly end: number
  readonly writeupRequired: boolean
  readonly writeupDeadline: number
  readonly writeupNote: string
  readonly bloodBonus: number
  readonly publicKey: string
  readonly hashSalt: string
}

export type HeldDivision = BoardDivision & { readonly inviteCode: string | null }

export type HeldAttachment = {
  readonly id: number
  readonly type: Exclude<FileType, 'None'>
  readonly fileHash: string | null
  readonly fileName: string | null
  readonly fileSize: number | null
  readonly remoteUrl: string | null
}

export type HeldChallenge = {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly category: ChallengeCategory
  readonly type: ChallengeType
  readonly hints: readonly string[] | null
  readonly isEnabled: boolean
  readonly flagTemplate: string | null
  readonly fileName: string | null
  readonly submissionLimit: number
  readonly originalScore: number
  readonly minScoreRate: number
  readonly difficulty: number
  readonly deadline: number | null
  /** Null: behind all that have a place. */
  readonly position: number | null
  /** When it is to enable itself. */
  readonly enableAt: number | null
  readonly disableBloodBonus: boolean
  readonly enableTrafficCapture: boolean
  readonly allowUserChange: boolean
  readonly checkByConnecting: boolean
  readonly containerImage: string | null
  readonly memoryLimit: number | null
  readonly cpuCount: number | null
  readonly storageLimit: number | null
  readonly exposePort: number | null
  readonly networkMode: NetworkMode | null
  /** Of the challenge itself; those of listed flags are read when a team is given one. */
  readonly attachment: HeldAttachment | null
  /** The texts of all listed flags. Never leaves the server. */
  readonly flags: ReadonlySet<string>
}

export type HeldParticipation = {
  readonly id: number
  readonly teamId: number
  readonly teamName: string
  readonly teamBio: string | null
  readonly teamAvatarHash: string | null
  readonly divisionId: number | null
  readonly status: ParticipationStatus
  /** The team token. */
  readonly token: string
}

/**
 * A game as this process holds it in memory, at one revision. Nothing of it changes afterwards, except that
 * `board` and `solved` go on with the solves of later revisions.
 */
export type HeldGame = {
  readonly id: number
  readonly revision: number
  /** The revision and the time at which the board last changed. */
  readonly boardVersion: number
  readonly boardAt: Date
  readonly noticesVersion: number
  readonly noticesAt: Date
  readonly settings: HeldSettings
  readonly divisions: ReadonlyMap<number, HeldDivision>
  readonly challenges: ReadonlyMap<number, HeldChallenge>
  readonly participations: ReadonlyMap<number, HeldParticipation>
  /** Who has joined in person, and with which participation. */
  readonly registrations: ReadonlyMap<string, number>
  readonly board: Board
  readonly notices: readonly GameNotice[]
  /** When the latest of all solves was made. */
  readonly latestSolve: number
  /** Whether the participation has solved the challenge, whatever became of either. */
  hasSolved(participationId: number, challengeId: number): boolean
}

/** A first solve, with who made it: names may change. */
export type HeldSolve = Solve & { readonly userId: string | null }

/** What a process did itself, so that it need not read it back. */
export type OwnChange = {
  gameId: number
  /** What the ledger said before and after. */
  from: number
  to: number
  boardAt: Date
  noticesAt: Date
  solves: readonly HeldSolve[]
  notices: readonly GameNotice[]
}

export type HeldGames = {
  /** As it is now, or, while nothing but solves and notices has changed, as it was a moment ago. */
  read(gameId: number): Promise<HeldGame | null>
  /** Throws `game.notFound`. */
  must(gameId: number): Promise<HeldGame>
}

/** Somebody who takes part, in a game that lets them play. */
export type Player = { game: HeldGame; participation: HeldParticipation }

type Viewer = { readonly userId: string; readonly role: Role }

/** Who may see or play a game now. */
export type GameGate = {
  /** A secret game is there for monitors and for those who have joined it. Throws `game.notFound`. */
  visible(gameId: number, caller: Viewer | null): Promise<HeldGame>
  /** The same, once it has begun. */
  begun(gameId: number, caller: Viewer | null): Promise<HeldGame>
  /** Has joined, is accepted, the game has begun and, unless `late`, is not over. */
  player(gameId: number, caller: Viewer, options?: { late?: boolean }): Promise<Player>
  /** Throws what `player` throws, of a game that was read already. */
  check(game: HeldGame, caller: Viewer, now: number, options?: { late?: boolean }): HeldParticipation
}
