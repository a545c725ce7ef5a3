import type { SubmissionType } from '@pennant/contract/enums'
import { allows } from '../permission/permission.ts'

export type JudgedSolve = {
  game: { start: number; end: number }
  challenge: { deadline: number | null; disableBloodBonus: boolean }
  permissions: number
  time: number
  /** First solves of the challenge before this one, by accepted teams with `GetBlood`, while the game ran. */
  earlier: number
}

const types = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const

/** Only for the moment of the solve. The board derives its bloods from all solves. */
export const bloodAtJudging = (solve: JudgedSolve): SubmissionType => {
  const { game, challenge, permissions, time, earlier } = solve
  const inTime =
    time >= game.start && time < game.end && (challenge.deadline === null || time <= challenge.deadline)
  if (!inTime || challenge.disableBloodBonus || !allows(permissions, 'GetBlood')) return 'Normal'
  return types[earlier] ?? 'Normal'
}
