import type { GameEvent, SubmissionInfo } from '@pennant/contract/hub'
import type { HeldGame } from '../../ports/held-game.ts'
import type { Judged } from './commit.ts'

export const presentJudged = ({ row, guess }: Judged): SubmissionInfo => ({
  answer: row.answer,
  status: row.status,
  time: row.time,
  user: guess.userName,
  team: guess.participation.teamName,
  challenge: guess.challenge.title,
})

/** What monitors are told of a submission: first that it was made, then what was found out about it. */
export const presentEvents = (game: HeldGame, { row, guess, ownerId }: Judged): GameEvent[] => {
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
