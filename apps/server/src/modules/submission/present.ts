import type { AnswerResult } from '@pennant/contract/enums'
import type { GameEvent, SubmissionInfo, TeamChange } from '@pennant/contract/hub'
import type { LogMessage } from '@pennant/contract/log'
import { submissionLevel, submissionMessage, submissionTask } from '@pennant/rules/submission/log-line'

/** All that clients are told of a submission. */
export type Told = {
  participationId: number
  challengeId: number
  userId: string
  user: string
  team: string
  challenge: string
  answer: string
  status: AnswerResult
  time: number
  /** Whose flag it was, if it was copied. */
  owner: string | null
}

export const presentTried = (gameId: number, { challengeId, time, userId, user }: Told): TeamChange => ({
  gameId,
  challengeId,
  what: 'Tried',
  time,
  userId,
  user,
})

export const presentJudged = ({ answer, status, time, user, team, challenge }: Told): SubmissionInfo => ({
  answer,
  status,
  time,
  user,
  team,
  challenge,
})

export const presentEvents = ({ time, user, team, owner, ...told }: Told): GameEvent[] => {
  const verdict = told.status === 'CheatDetected' ? 'WrongAnswer' : told.status
  const submitted: GameEvent = {
    type: 'FlagSubmit',
    values: [verdict, told.answer, told.challenge, String(told.challengeId)],
    ...{ time, user, team },
  }
  if (owner === null) return [submitted]
  const found: GameEvent = {
    type: 'CheatDetected',
    values: [told.challenge, team, owner],
    ...{ time, user, team },
  }
  return [submitted, found]
}

export const presentLogged = (
  gameId: number,
  { time, user, team, challenge, status, answer }: Told,
): LogMessage => ({
  time,
  name: user,
  level: submissionLevel,
  ip: null,
  msg: submissionMessage({ team, challenge, game: String(gameId), status, answer }),
  status: submissionTask,
})
