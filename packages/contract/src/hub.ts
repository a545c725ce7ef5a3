import { AnswerResult, EventType, InstanceState, NoticeType, TeamChangeKind } from './enums.ts'
import { Int32, List, Model, NumberBetween, Nullable, Optional, Str, Time, type Static } from './schema.ts'

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
export const ScoreboardVersion = Model({ gameId: Int32, version: Int32 })
export type ScoreboardVersion = Static<typeof ScoreboardVersion>

/** What a team's own news are about. Extension. */
export const TeamChange = Model({ gameId: Int32, challengeId: Optional(Int32), what: TeamChangeKind })
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
} as const
