import type { ChallengeInfo, ScoreboardItem } from '@pennant/contract/scoreboard'
import { unpackBloodBonus, packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { PublicBoard } from '../../core/game/public-board.ts'
import { createLines, type Line, placeLine } from './line.ts'
import { type ChallengeList, createPartTexts } from './text.ts'

export type WrittenBoard = {
  readonly bytes: Buffer
  readonly items: readonly ScoreboardItem[]
  readonly infos: readonly ChallengeInfo[]
  /** Undefined for a team that is not on the board. */
  lineOf(teamId: number): string | undefined
  challenges(shown: (challenge: ChallengeInfo) => boolean): ChallengeList
}

export type BoardWriter = {
  /** One at a time. Yields after each part how much work it was, in solves that are written for the first time. */
  write(board: PublicBoard, packedBloodBonus: number): Generator<number, WrittenBoard>
}

const itemsPerSolve = 2
const bytesPerSolve = 1_000
const comma = 0x2c

export const createBoardWriter = (): BoardWriter => {
  const lines = createLines()
  const texts = createPartTexts()
  return {
    *write({ board, version, modified, frozenAt, isHidden }, packedBloodBonus) {
      // Taken together: solves may be added while it is written.
      const items = board.items()
      const infos = board.challenges()
      const all = texts.challenges(infos)
      const head = Buffer.from(
        `{"updateTimeUtc":${modified.getTime()},"bloodBonus":${packBloodBonus(unpackBloodBonus(packedBloodBonus))},` +
          `"timelines":${texts.timelines(board.timelines())},"items":[`,
      )
      const tail = Buffer.from(
        `],"divisions":${divisionsText(board)},"challenges":${all.text},` +
          `"challengeCount":${all.count},"version":${version}${frozenAt === null ? '' : `,"frozenAt":${frozenAt}`}` +
          `${isHidden ? ',"hidden":true' : ''}}`,
      )
      yield items.length / itemsPerSolve

      const written: Line[] = []
      for (const item of items) {
        const { line, work } = lines.of(item)
        written.push(line)
        yield work
      }
      lines.keep(items)

      const lengthOfLines = written.reduce((sum, { length }) => sum + length, Math.max(0, items.length - 1))
      const bytes = Buffer.allocUnsafe(head.length + lengthOfLines + tail.length)
      const ends: number[] = []
      let at = head.copy(bytes)
      for (const line of written) {
        if (ends.length > 0) at = bytes.writeUInt8(comma, at)
        at = placeLine(bytes, at, line)
        ends.push(at)
        yield line.length / bytesPerSolve
      }
      tail.copy(bytes, at)

      const ids = items.map(({ id }) => id)
      let places: ReadonlyMap<number, number> | undefined
      return {
        ...{ bytes, items, infos },
        lineOf(teamId) {
          places ??= new Map(ids.map((id, place) => [id, place]))
          const place = places.get(teamId)
          if (place === undefined) return undefined
          const before = ends[place - 1]
          return bytes.toString('utf8', before === undefined ? head.length : before + 1, ends[place])
        },
        challenges: (shown) => texts.challenges(infos.filter(shown)),
      }
    },
  }
}

const divisionsText = (board: PublicBoard['board']): string =>
  JSON.stringify(
    board.divisions().map(({ id, name, defaultPermissions, challengeConfigs }) => ({
      ...{ id, name, defaultPermissions, challengeConfigs },
    })),
  )
