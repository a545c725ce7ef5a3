import { ChallengeCategory } from './enums.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  EnumOf,
  Flag,
  Guid,
  IdParam,
  Int32,
  List,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Extension. Times include `from` and exclude `to`. */
export const watchFilter = {
  /** The id of a team, not of its participation. */
  team: Optional(Int32),
  user: Optional(Guid),
  challenge: Optional(Int32),
  from: Optional(Time),
  to: Optional(Time),
  /** Case-insensitive part of a name or of the text sent. */
  search: Optional(Text({ max: limits.search })),
  /** Adds ids to every entry, and the header `X-Total-Count`. */
  detail: Optional(Flag),
}

/** Sent with `detail`. Extension. */
export const watchedIds = {
  id: Optional(Int32),
  teamId: Optional(Nullable(Int32)),
  participationId: Optional(Nullable(Int32)),
  userId: Optional(Nullable(Guid)),
  challengeId: Optional(Nullable(Int32)),
}

/** Extension. */
export const WatchedChallenge = Model({
  id: Int32,
  title: Str,
  category: ChallengeCategory,
  isEnabled: Flag,
  /** What the next team would get. */
  score: Int32,
  solves: Int32,
  wrong: Int32,
  /** Teams that have submitted anything. */
  tried: Int32,
  instances: Int32,
  firstSolve: Nullable(Time),
  lastSolve: Nullable(Time),
})
export type WatchedChallenge = Static<typeof WatchedChallenge>

export const GameOverview = Model({
  challenges: List(WatchedChallenge),
  pending: Int32,
  accepted: Int32,
  rejected: Int32,
  suspended: Int32,
  /** Players of accepted teams. */
  players: Int32,
  submissions: Int32,
  /** In the last ten minutes. */
  recentSubmissions: Int32,
  solves: Int32,
  cheats: Int32,
  instances: Int32,
  writeups: Int32,
})
export type GameOverview = Static<typeof GameOverview>

export const readOverview = route({
  id: 'watch.overview',
  method: 'GET',
  path: '/api/game/:id/overview',
  summary: 'Get the overview of a game: solves for each challenge, teams, submissions, instances',
  access: 'monitor',
  params: IdParam,
  answer: GameOverview,
  problems: ['game.notFound'],
})

export const traceKinds = { Opened: 0, Downloaded: 1, Started: 2, Destroyed: 3, Submitted: 4 } as const
export type TraceKind = keyof typeof traceKinds

export const Trace = Model({
  time: Time,
  kind: EnumOf(traceKinds),
  userId: Nullable(Guid),
  user: Nullable(Str),
  challengeId: Nullable(Int32),
  challenge: Nullable(Str),
  /** The answer with its result, or the name of the file. */
  text: Nullable(Str),
  address: Nullable(Str),
})
export type Trace = Static<typeof Trace>

export const listTraces = route({
  id: 'watch.traces',
  method: 'GET',
  path: '/api/game/:id/participations/:pid/traces',
  summary: 'List what the players of a team opened, downloaded, started, and submitted, newest first',
  access: 'monitor',
  params: Model({ id: Int32, pid: Int32 }),
  query: Model({ challenge: Optional(Int32), from: Optional(Time), to: Optional(Time) }),
  answer: List(Trace),
  problems: ['game.notFound', 'participation.notFound'],
})
