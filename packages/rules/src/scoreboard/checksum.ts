import type { Recorded } from '@pennant/contract/record'
import { type Board, createBoard } from './board.ts'
import { boardInputOf, type GameRecord, readRecord } from './record.ts'
import { createSum } from './sum.ts'

/** Covers everything that is counted, so no names and no images. */
export const checksumOf = (board: Pick<Board, 'challenges' | 'items'>): string => {
  const { add, text } = createSum()
  for (const item of board.items()) {
    for (const value of [item.id, item.score, item.rank, item.lastSubmissionTime]) add(value)
    add(item.divisionRank ?? -1)
    for (const { id, score, time } of item.solvedChallenges) {
      add(id)
      add(score)
      add(time)
    }
  }
  for (const { id, score, solved, bloods } of board.challenges()) {
    for (const value of [id, score, solved]) add(value)
    for (const blood of bloods) add(blood.id)
  }
  return text()
}

/** Null if the board of now comes out other than where the record is from. */
export const checkedRecord = (sent: Recorded): GameRecord | null => {
  const record = readRecord(sent)
  return checksumOf(createBoard(boardInputOf(record))) === sent.checksum ? record : null
}
