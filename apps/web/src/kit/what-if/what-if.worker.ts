import type { Recorded } from '@pennant/contract/record'
import { checkedRecord } from '@pennant/rules/scoreboard/checksum'
import {
  type Change,
  type Difference,
  type SolveShift,
  shiftOfSolves,
  whatIf,
} from '@pennant/rules/scoreboard/what-if'

export type Asked = { bytes: ArrayBuffer; change: Change }
export type Prediction = Difference & SolveShift
/** Null: this browser computes another board than the server. */
export type Result = { difference: Prediction | null }

addEventListener('message', ({ data: { bytes, change } }: MessageEvent<Asked>) => {
  const record = checkedRecord(JSON.parse(new TextDecoder().decode(bytes)) as Recorded)
  const result: Result = {
    difference: record === null ? null : { ...whatIf(record, change), ...shiftOfSolves(record, change) },
  }
  postMessage(result)
})
