import { ChallengeCategory, ChallengeLevel, HistoryKind, RecordKind, SubmissionType } from './enums.ts'
import { route } from './route.ts'
import {
  Flag,
  IdParam,
  Int32,
  IntBetween,
  List,
  MapOf,
  Model,
  Nullable,
  Optional,
  Str,
  Time,
  type Static,
} from './schema.ts'

/** January 1 of the year 1, which the wire uses for a time that never was. */
export const never = -62_135_596_800_000

export const Blood = Model({
  id: Int32,
  name: Str,
  avatar: Nullable(Str),
  submitTimeUtc: Nullable(Time),
})
export type Blood = Static<typeof Blood>

export const ChallengeInfo = Model({
  id: Int32,
  title: Str,
  category: ChallengeCategory,
  score: Int32,
  /** Only solves that count in the dynamic score. */
  solved: Int32,
  deadline: Nullable(Time),
  bloods: List(Blood),
  disableBloodBonus: Flag,
  /** Left out where it has none. Extension, like the next one. */
  level: Optional(ChallengeLevel),
  tags: Optional(List(Str)),
})
export type ChallengeInfo = Static<typeof ChallengeInfo>

export const ChallengeItem = Model({
  id: Int32,
  score: Int32,
  type: SubmissionType,
  userName: Nullable(Str),
  time: Time,
})
export type ChallengeItem = Static<typeof ChallengeItem>

export const ScoreboardItem = Model({
  id: Int32,
  name: Str,
  bio: Nullable(Str),
  avatar: Nullable(Str),
  divisionId: Nullable(Int32),
  score: Int32,
  /** 0 means not ranked. */
  rank: Int32,
  divisionRank: Nullable(Int32),
  /** Of the latest scoring solve; `never` without one. */
  lastSubmissionTime: Time,
  /** In the order of solving, including solves worth nothing. */
  solvedChallenges: List(ChallengeItem),
  solvedCount: Int32,
  /** The sum of the points by hand, unless it is 0. Extension. */
  adjustment: Optional(Int32),
})
export type ScoreboardItem = Static<typeof ScoreboardItem>

export const TimeLine = Model({ time: Time, score: Int32 })
export type TimeLine = Static<typeof TimeLine>
export const TopTimeLine = Model({ id: Int32, name: Str, items: List(TimeLine) })
export type TopTimeLine = Static<typeof TopTimeLine>
/** `divisionId` 0 covers all divisions. */
export const TimeLineItem = Model({ divisionId: Int32, teams: List(TopTimeLine) })
export type TimeLineItem = Static<typeof TimeLineItem>

export const ChallengePermission = Model({ challengeId: Int32, permissions: Int32 })
export const DivisionItem = Model({
  id: Int32,
  name: Str,
  defaultPermissions: Int32,
  challengeConfigs: MapOf(ChallengePermission),
})
export type DivisionItem = Static<typeof DivisionItem>

export const ScoreboardModel = Model({
  updateTimeUtc: Time,
  bloodBonus: Int32,
  timelines: List(TimeLineItem),
  items: List(ScoreboardItem),
  divisions: List(DivisionItem),
  /** Keyed by category name. */
  challenges: MapOf(List(ChallengeInfo)),
  challengeCount: Int32,
  /** Grows with every change of the board, as in `ReceivedScoreboardVersion`. Extension. */
  version: Optional(Int32),
  /** It shows nothing that was solved at this time or later. Extension. */
  frozenAt: Optional(Time),
  /** Sent if true: no teams are shown. Extension. */
  hidden: Optional(Flag),
})
export type Scoreboard = Static<typeof ScoreboardModel>

export const GameDetailModel = Model({
  /** Keyed by category name; only what the team may view. */
  challenges: MapOf(List(ChallengeInfo)),
  challengeCount: Int32,
  rank: ScoreboardItem,
  teamToken: Str,
  writeupRequired: Flag,
  writeupDeadline: Time,
  /** That of the board it was made of. Extension. */
  version: Optional(Int32),
  /** As in that board, like `hidden`. Extension. */
  frozenAt: Optional(Time),
  hidden: Optional(Flag),
})
export type GameDetail = Static<typeof GameDetailModel>

export const solveMembers = {
  teamId: Int32,
  team: Str,
  challengeId: Int32,
  challenge: Str,
  category: ChallengeCategory,
  /** Of the blood, from 1 to 3; otherwise 0. */
  place: Int32,
  points: Int32,
  time: Time,
}

/** Ranks of the team, 0 for none: now, and on the board before. Extension. */
export const SolveNews = Model({ ...solveMembers, rank: Int32, rankBefore: Int32 })
export type SolveNews = Static<typeof SolveNews>

/** `rank` is that of now: those of earlier boards are not kept. Extension. */
export const SolveModel = Model({ ...solveMembers, divisionId: Nullable(Int32), rank: Int32 })
export type SolveInfo = Static<typeof SolveModel>

/** What a score is made of, in the order of time. Extension. */
export const HistoryEntry = Model({
  time: Time,
  what: HistoryKind,
  /** A solve has those that it earned then. */
  points: Int32,
  /** The sum so far. */
  score: Int32,
  challengeId: Optional(Int32),
  challenge: Optional(Str),
  place: Optional(Int32),
  user: Optional(Str),
  reason: Optional(Str),
  /** Of several falls of a challenge in a row, when the first was; `time` is that of the last. */
  since: Optional(Time),
  /** What organizers changed: other teams are `Participation`. */
  cause: Optional(RecordKind),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const readScoreboard = route({
  id: 'scoreboard.read',
  method: 'GET',
  path: '/api/game/:id/scoreboard',
  summary: 'Get the scoreboard of a game',
  access: 'anonymous',
  open: 'always',
  params: IdParam,
  answer: ScoreboardModel,
  caching: 'revalidate',
  problems: ['game.notFound', 'game.notStarted'],
})

export const readLiveScoreboard = route({
  id: 'scoreboard.live',
  method: 'GET',
  path: '/api/game/:id/scoreboard/live',
  summary: 'Get the scoreboard of a game as it is now, even while it is frozen for everyone else',
  access: 'monitor',
  params: IdParam,
  answer: ScoreboardModel,
  caching: 'private',
  problems: ['game.notFound', 'game.notStarted'],
})

export const listSolves = route({
  id: 'scoreboard.solves',
  method: 'GET',
  path: '/api/game/:id/solves',
  summary: 'List the latest solves of a game, or those of one challenge in the order of solving',
  access: 'anonymous',
  params: IdParam,
  query: Model({
    challenge: Optional(Int32),
    count: Optional(IntBetween(0, 100, 50)),
    skip: Optional(IntBetween(0, 20_000, 0)),
  }),
  answer: List(SolveModel),
  caching: 'revalidate',
  problems: ['game.notFound', 'game.notStarted', 'challenge.notFound'],
})

export const readDetails = route({
  id: 'scoreboard.details',
  method: 'GET',
  path: '/api/game/:id/details',
  summary: "List the challenges of a game with your team's standing",
  access: 'user',
  params: IdParam,
  answer: GameDetailModel,
  caching: 'private',
  problems: [
    'game.notFound',
    'game.ended',
    'game.notStarted',
    'participation.none',
    'participation.notAccepted',
  ],
})

export const readHistory = route({
  id: 'scoreboard.history',
  method: 'GET',
  path: '/api/game/:id/history',
  summary: "List what your team's score is made of",
  access: 'user',
  limit: 'query',
  params: IdParam,
  answer: List(HistoryEntry),
  problems: [
    'game.notFound',
    'game.ended',
    'game.notStarted',
    'participation.none',
    'participation.notAccepted',
  ],
})

/** From the start of the game up to now, which it is without one. */
const atMoment = Model({ at: Optional(Time) })

export const readHistoryOf = route({
  id: 'scoreboard.historyOf',
  method: 'GET',
  path: '/api/game/:id/participations/:pid/history',
  summary: "List what a team's score is made of, as it is now or was at a moment",
  access: 'monitor',
  limit: 'query',
  params: Model({ id: Int32, pid: Int32 }),
  query: atMoment,
  answer: List(HistoryEntry),
  problems: ['game.notFound', 'game.notStarted', 'participation.notFound', 'validation.range'],
})

export const readHistoryOfTeam = route({
  id: 'scoreboard.historyOfTeam',
  method: 'GET',
  path: '/api/game/:id/teams/:tid/history',
  summary: "List what a team's score is made of, as it is now or was at a moment, by the id of the team",
  access: 'monitor',
  limit: 'query',
  params: Model({ id: Int32, tid: Int32 }),
  query: atMoment,
  answer: List(HistoryEntry),
  problems: ['game.notFound', 'game.notStarted', 'participation.notFound', 'validation.range'],
})

export const scoreboardSheet = route({
  id: 'scoreboard.sheet',
  method: 'GET',
  path: '/api/game/:id/scoreboardsheet',
  summary: 'Download the scoreboard as a spreadsheet',
  access: 'monitor',
  params: IdParam,
  answer: 'bytes',
  problems: ['game.notFound', 'game.notStarted', 'scoreboard.empty'],
})

export const flushScoreboard = route({
  id: 'scoreboard.flush',
  method: 'POST',
  path: '/api/edit/games/:id/scoreboard/flush',
  summary: 'Rebuild the scoreboard',
  access: 'admin',
  params: IdParam,
  answer: 'nothing',
})

/** The older name of the same route. */
export const updateAccepted = route({
  id: 'scoreboard.updateAccepted',
  method: 'POST',
  path: '/api/edit/games/:id/challenges/updateaccepted',
  summary: 'Recount the solves of all challenges',
  access: 'admin',
  params: IdParam,
  answer: 'nothing',
})
