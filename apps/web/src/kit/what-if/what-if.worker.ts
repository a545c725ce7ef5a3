import { type GameAnswers, recordOf } from '@pennant/rules/scoreboard/record'
import {
  type Change,
  type Difference,
  shiftOfSolves,
  type SolveShift,
  whatIf,
} from '@pennant/rules/scoreboard/what-if'

export type Asked = { answers: GameAnswers; change: Change }
export type Prediction = Difference & SolveShift
export type Told = { difference: Prediction | null }

addEventListener('message', ({ data: { answers, change } }: MessageEvent<Asked>) => {
  const record = recordOf(answers)
  const told: Told = {
    difference: record === null ? null : { ...whatIf(record, change), ...shiftOfSolves(record, change) },
  }
  postMessage(told)
})
