import { AnswerResult, EventType, InstanceState, NoticeType } from './enums.ts'
import { Int32, List, Model, NumberBetween, Nullable, Str, Time, type Static } from './schema.ts'

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

/** The board of a game has changed: whoever shows another version may read it again. Ours. */
export const ScoreboardVersion = Model({ gameId: Int32, version: Int32 })
export type ScoreboardVersion = Static<typeof ScoreboardVersion>

/**
 * How far the instance that the own team has, or wants, of a challenge has come. What it is when it runs, and
 * how to reach it, stands in the challenge. Ours.
 */
export const InstanceNews = Model({
  gameId: Int32,
  challengeId: Int32,
  state: InstanceState,
  /** In the queue, from 1 on. */
  position: Nullable(Int32),
  /** Of the image that is there already, while it is pulled and anybody knows. */
  share: Nullable(NumberBetween(0, 1)),
  /** Why it failed: the code of a problem. */
  code: Nullable(Str),
})
export type InstanceNews = Static<typeof InstanceNews>

/** What is pushed on which hub. */
export const hubEvents = {
  ReceivedGameNotice: 'ReceivedGameNotice',
  ReceivedGameEvent: 'ReceivedGameEvent',
  ReceivedSubmissions: 'ReceivedSubmissions',
  ReceivedLog: 'ReceivedLog',
  ReceivedScoreboardVersion: 'ReceivedScoreboardVersion',
  ReceivedInstanceState: 'ReceivedInstanceState',
} as const
