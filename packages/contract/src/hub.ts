import { Type, type Static } from 'typebox'
import { AnswerResult, EventType, NoticeType } from './enums.ts'
import { Int32, Str, Time } from './schema.ts'

export const GameNotice = Type.Object({ id: Int32, type: NoticeType, values: Type.Array(Str), time: Time })
export type GameNotice = Static<typeof GameNotice>

export const GameEvent = Type.Object({
  type: EventType,
  values: Type.Array(Str),
  time: Time,
  user: Str,
  team: Str,
})
export type GameEvent = Static<typeof GameEvent>

export const SubmissionInfo = Type.Object({
  answer: Str,
  status: AnswerResult,
  time: Time,
  user: Str,
  team: Str,
  challenge: Str,
})
export type SubmissionInfo = Static<typeof SubmissionInfo>

/** What is pushed on which hub. */
export const hubEvents = {
  ReceivedGameNotice: 'ReceivedGameNotice',
  ReceivedGameEvent: 'ReceivedGameEvent',
  ReceivedSubmissions: 'ReceivedSubmissions',
  ReceivedLog: 'ReceivedLog',
} as const
