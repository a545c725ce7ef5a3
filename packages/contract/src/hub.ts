import { AnswerResult, EventType, NoticeType } from './enums.ts'
import { Int32, List, Model, Str, Time, type Static } from './schema.ts'

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

/** What is pushed on which hub. */
export const hubEvents = {
  ReceivedGameNotice: 'ReceivedGameNotice',
  ReceivedGameEvent: 'ReceivedGameEvent',
  ReceivedSubmissions: 'ReceivedSubmissions',
  ReceivedLog: 'ReceivedLog',
  ReceivedScoreboardVersion: 'ReceivedScoreboardVersion',
} as const
