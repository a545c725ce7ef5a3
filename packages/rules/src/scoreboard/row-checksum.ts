import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { createSum } from './sum.ts'

/** In the order of the board. `rank` is 0 for a team without one. */
export const rowChecksum = (rows: Iterable<Pick<ScoreboardItem, 'id' | 'rank' | 'score'>>): string => {
  const sum = createSum()
  for (const { id, score, rank } of rows) {
    sum.add(id)
    sum.add(score)
    sum.add(rank)
  }
  return sum.text()
}
