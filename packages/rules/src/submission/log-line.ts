import type { LogLevel, TaskStatus } from '@pennant/contract/enums'

/** Clients of the wire filter by it. */
export const submissionLevel: LogLevel = 'Information'
export const submissionTask: TaskStatus = 'Success'

type Facts<T> = Record<'team' | 'challenge' | 'game' | 'status' | 'answer', T>

/** In parts, so that SQL can join the same message. */
export const submissionParts = <T>({ team, challenge, game, status, answer }: Facts<T>): (T | string)[] => [
  'Team ',
  team,
  ' submitted a flag for challenge ',
  challenge,
  ' in game ',
  game,
  ': ',
  status,
  ' ',
  answer,
]

export const submissionMessage = (facts: Facts<string>): string => submissionParts(facts).join('')
