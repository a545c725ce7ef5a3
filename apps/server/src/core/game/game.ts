import type {
  ChallengeCategory,
  ChallengeLevel,
  ChallengeType,
  FileType,
  NetworkMode,
  ParticipationStatus,
  Role,
} from '@pennant/contract/enums'
import type { GameNotice } from '@pennant/contract/hub'
import type { Board, BoardDivision, Solve } from '@pennant/rules/scoreboard/board'
import type { ReasonedAdjustment } from '@pennant/rules/scoreboard/record'
import type { ChallengeText } from './challenge-texts.ts'

/** Older notices are not shown to players. */
export const noticeCount = 300

/** Times are milliseconds. */
export type GameSettings = {
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
  readonly freezeAt: number | null
  readonly freezeHidesBoard: boolean
  readonly resultsAt: number | null
}

export type GameDivision = BoardDivision & { readonly inviteCode: string | null }

export type GameAttachment = {
  readonly id: number
  readonly type: Exclude<FileType, 'None'>
  readonly fileHash: string | null
  readonly fileName: string | null
  readonly fileSize: number | null
  readonly remoteUrl: string | null
}

export type GameChallenge = {
  readonly id: number
  readonly title: string
  readonly text: ChallengeText
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
  readonly position: number | null
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
  readonly level: ChallengeLevel | null
  readonly tags: readonly string[]
  readonly authors: readonly string[]
  /** The challenge's own; those of listed flags are read when a team is assigned one. */
  readonly attachment: GameAttachment | null
  /** Never leaves the server. */
  readonly flags: ReadonlySet<string>
}

export type GameParticipation = {
  readonly id: number
  readonly teamId: number
  readonly teamName: string
  readonly teamBio: string | null
  readonly teamAvatarHash: string | null
  readonly divisionId: number | null
  readonly status: ParticipationStatus
  readonly token: string
}

export type Frozen = {
  readonly board: Board
  readonly latestSolve: number
  hiddenOf(participationId: number): readonly GameSolve[]
}

/** Immutable, except that `board`, `frozen`, `solves` and `solved` continue with the solves of later revisions. */
export type Game = {
  readonly id: number
  readonly revision: number
  readonly boardVersion: number
  readonly shownVersion: number
  /** Of the latest change of anything but solves that shows on the board. */
  readonly shapeVersion: number
  /** When the board that everyone gets last changed. */
  readonly boardAt: Date
  readonly noticesVersion: number
  readonly noticesAt: Date
  readonly settings: GameSettings
  readonly divisions: ReadonlyMap<number, GameDivision>
  readonly challenges: ReadonlyMap<number, GameChallenge>
  readonly participations: ReadonlyMap<number, GameParticipation>
  readonly registrations: ReadonlyMap<string, number>
  /** Answers and messages take theirs from `publicBoard`. */
  readonly board: Board
  readonly frozen: Frozen | null
  /** In the order of acceptance, also of teams and challenges that are not on the board. */
  readonly solves: readonly GameSolve[]
  readonly adjustments: readonly GameAdjustment[]
  readonly notices: readonly GameNotice[]
  readonly latestSolve: number
  /** Also for solves whose challenge or participation has changed since. */
  hasSolved(participationId: number, challengeId: number): boolean
}

export type GameSolve = Solve & { readonly userId: string | null }

export type GameAdjustment = ReasonedAdjustment & { readonly id: number }

export type OwnChange = {
  gameId: number
  from: number
  to: number
  shown: number | null
  boardAt: Date
  noticesAt: Date
  solves: readonly GameSolve[]
  notices: readonly GameNotice[]
}

export type GameCache = {
  /** Slightly outdated while only solves and notices have changed. */
  read(gameId: number): Promise<Game | null>
  must(gameId: number): Promise<Game>
}

export type Player = { game: Game; participation: GameParticipation }

type Viewer = { readonly userId: string; readonly role: Role }

export type GameAccess = {
  /** A secret game exists only for monitors and those who have joined it. Throws `game.notFound`. */
  see(game: Game, caller: Viewer | null): void
  visible(gameId: number, caller: Viewer | null): Promise<Game>
  begun(gameId: number, caller: Viewer | null): Promise<Game>
  player(gameId: number, caller: Viewer, options?: { late?: boolean }): Promise<Player>
  check(game: Game, caller: Viewer, now: number, options?: { late?: boolean }): GameParticipation
}

export type Pair = { participationId: number; challengeId: number }

export const pairKey = ({ participationId, challengeId }: Pair): string => `${participationId} ${challengeId}`
