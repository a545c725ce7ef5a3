import type { Recorded, RecordedChange } from '@pennant/contract/record'
import { checkedRecord } from '@pennant/rules/scoreboard/checksum'
import { boardAt } from '@pennant/rules/scoreboard/past'
import type { GameRecord } from '@pennant/rules/scoreboard/record'
import { packBoard, transferable, type Past } from '../board.ts'

export type Asked = { record: ArrayBuffer } | { moment: number }

/** Null: this browser computes another board than the server. */
export type Told = Past | { record: 'read' | null }

let record: GameRecord | null = null

const nameOf = ({ before }: RecordedChange): string[] => {
  const name = before?.title ?? before?.name
  return name === undefined ? [] : [name]
}

const boardOf = (from: GameRecord, moment: number): Past => {
  const board = boardAt(from, moment)
  return {
    moment,
    board: packBoard({
      updateTimeUtc: moment,
      bloodBonus: from.game.bloodBonus,
      timelines: [...board.timelines()],
      items: [...board.items()],
      divisions: [...board.divisions()],
      challenges: { all: [...board.challenges()] },
      challengeCount: board.challenges().length,
    }),
    missing: from.changes.filter(({ time, after }) => time >= moment && after === null).flatMap(nameOf),
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('record' in data) {
    record = checkedRecord(JSON.parse(new TextDecoder().decode(data.record)) as Recorded)
    const told: Told = { record: record === null ? null : 'read' }
    postMessage(told)
  } else if (record !== null) {
    const told: Told = boardOf(record, data.moment)
    postMessage(told, { transfer: transferable(told.board) })
  }
})
