import { type GameAnswers, recordOf } from '@pennant/rules/scoreboard/record'
import {
  type Change,
  type Difference,
  type SolveShift,
  shiftOfSolves,
  whatIf,
} from '@pennant/rules/scoreboard/what-if'

export type Asked = { answers: GameAnswers; change: Change }
export type Prediction = Difference & SolveShift
export type Result = { difference: Prediction | null }

addEventListener('message', ({ data: { answers, change } }: MessageEvent<Asked>) => {
  const record = recordOf(answers)
  const result: Result = {
    difference: record === null ? null : { ...whatIf(record, change), ...shiftOfSolves(record, change) },
  }
  postMessage(result)
})
