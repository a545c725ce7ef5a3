import type { GameEvent, SubmissionInfo } from '@pennant/contract/hub'
import type { LogMessage } from '@pennant/contract/log'
import { submissionLevel, submissionMessage, submissionTask } from '@pennant/rules/submission/log-line'
import type { Game } from '../../core/game/game.ts'
import type { Judged } from './judge.ts'

export const presentJudged = ({ row, guess }: Judged): SubmissionInfo => ({
  answer: row.answer,
  status: row.status,
  time: row.time,
  user: guess.userName,
  team: guess.participation.teamName,
  challenge: guess.challenge.title,
})

export const presentEvents = (game: Game, { row, guess, ownerId }: Judged): GameEvent[] => {
  const { challenge, participation } = guess
  const facts = { time: row.time, user: guess.userName, team: participation.teamName }
  const verdict = row.status === 'CheatDetected' ? 'WrongAnswer' : row.status
  const submitted: GameEvent = {
    type: 'FlagSubmit',
    values: [verdict, row.answer, challenge.title, String(challenge.id)],
    ...facts,
  }
  if (ownerId === null) return [submitted]
  const owner = game.participations.get(ownerId)?.teamName ?? ''
  const found: GameEvent = {
    type: 'CheatDetected',
    values: [challenge.title, participation.teamName, owner],
    ...facts,
  }
  return [submitted, found]
}

export const presentLogged = (game: Game, { row, guess }: Judged): LogMessage => ({
  time: row.time,
  name: guess.userName,
  level: submissionLevel,
  ip: null,
  msg: submissionMessage({
    team: guess.participation.teamName,
    challenge: guess.challenge.title,
    game: String(game.id),
    status: row.status,
    answer: row.answer,
  }),
  status: submissionTask,
})
