import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { createSum } from './sum.ts'

type Row = Pick<ScoreboardItem, 'id' | 'rank' | 'score' | 'solvedCount'>

/** In the order of the board. `rank` is 0 for a team without one. */
export const rowChecksum = (rows: Iterable<Row>): string => {
  const sum = createSum()
  for (const { id, score, rank, solvedCount } of rows) {
    sum.add(id)
    sum.add(score)
    sum.add(rank)
    // Tells solves without points, and versions that a restored backup gave out again.
    sum.add(solvedCount)
  }
  return sum.text()
}
