import { AnswerResult, EventType, InstanceState, NoticeType, TeamChangeKind } from './enums.ts'
import { SolveNews } from './scoreboard.ts'
import {
  Guid,
  Int32,
  List,
  Model,
  NumberBetween,
  Nullable,
  Optional,
  Str,
  Time,
  type Static,
} from './schema.ts'

export const GameNotice = Model({ id: Int32, type: NoticeType, values: List(Str), time: Time })
export type GameNotice = Static<typeof GameNotice>

export const GameEvent = Model({
  type: EventType,
  values: List(Str),
  time: Time,
  user: Str,
  team: Str,
})
export type GameEvent = Static<typeof GameEvent>

export const SubmissionInfo = Model({
  answer: Str,
  status: AnswerResult,
  time: Time,
  user: Str,
  team: Str,
  challenge: Str,
})
export type SubmissionInfo = Static<typeof SubmissionInfo>

/** Extension. */
export const ScoreboardVersion = Model({
  gameId: Int32,
  version: Int32,
  /** The latest of those that the board shows since the version before, in the order of solving. */
  solves: Optional(List(SolveNews)),
  /** Requests for what has changed are to be spread over this time. */
  spreadMs: Optional(Int32),
})
export type ScoreboardVersion = Static<typeof ScoreboardVersion>

/** The best placed of the teams that a solve put behind, and how many there are in all. */
export const PassedTeams = Model({ names: List(Str), count: Int32 })
export type PassedTeams = Static<typeof PassedTeams>

/**
 * What a team's own news are about, to its members, once the board has it. `points` and what follows come with
 * `Solved`: ranks, blood, and who was passed not while the board is frozen. Extension.
 */
export const TeamChange = Model({
  gameId: Int32,
  challengeId: Optional(Int32),
  what: TeamChangeKind,
  time: Optional(Time),
  userId: Optional(Guid),
  user: Optional(Str),
  points: Optional(Int32),
  /** Of the blood, from 1 to 3; otherwise 0. */
  place: Optional(Int32),
  rank: Optional(Int32),
  rankBefore: Optional(Int32),
  /** Of the team, like `solved`, which counts its solves. */
  score: Optional(Int32),
  solved: Optional(Int32),
  passed: Optional(PassedTeams),
})
export type TeamChange = Static<typeof TeamChange>

/** Extension. */
export const InstanceProgress = Model({
  gameId: Int32,
  challengeId: Int32,
  state: InstanceState,
  /** Position in the queue, starting at 1. */
  position: Nullable(Int32),
  /** Share of the image that is already pulled; null when unknown. */
  share: Nullable(NumberBetween(0, 1)),
  /** The code of a problem. */
  code: Nullable(Str),
})
export type InstanceProgress = Static<typeof InstanceProgress>

/**
 * The first message, to connections that ask for it with `welcome` in their query: for how long they would have heard
 * nothing until now. Extension.
 */
export const Welcome = Model({ quietMs: Int32 })
export type Welcome = Static<typeof Welcome>

/** A row of the change log, to administrators and those who watch its game. Extension. */
export const ReceivedChange = Model({ id: Int32, action: Str, object: Str })
export type ReceivedChange = Static<typeof ReceivedChange>

export const hubEvents = {
  ReceivedGameNotice: 'ReceivedGameNotice',
  ReceivedGameEvent: 'ReceivedGameEvent',
  ReceivedSubmissions: 'ReceivedSubmissions',
  ReceivedLog: 'ReceivedLog',
  ReceivedScoreboardVersion: 'ReceivedScoreboardVersion',
  ReceivedLiveVersion: 'ReceivedLiveVersion',
  ReceivedTeamChange: 'ReceivedTeamChange',
  ReceivedInstanceState: 'ReceivedInstanceState',
  ReceivedChange: 'ReceivedChange',
  ReceivedWelcome: 'ReceivedWelcome',
} as const
