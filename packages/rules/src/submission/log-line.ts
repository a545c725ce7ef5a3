import type { LogLevel, TaskStatus } from '@pennant/contract/enums'

/** How every submission shows in the log of the administration, as clients of the wire filter by it. */
export const submissionLevel: LogLevel = 'Information'
export const submissionTask: TaskStatus = 'Success'

type Facts<T> = Record<'team' | 'challenge' | 'game' | 'status' | 'answer', T>

/** The parts of a submission's message in their order, so that SQL joins the same ones as `submissionMessage`. */
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
