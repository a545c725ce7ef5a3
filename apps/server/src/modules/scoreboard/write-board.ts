import type { ShownBoard } from '@pennant/rules/scoreboard/changes'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { unpackBloodBonus, packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { PublicBoard } from '../../core/game/public-board.ts'
import { createLines, type Line, placeLine } from './line.ts'
import { type ChallengeList, createPartTexts } from './text.ts'

export type WrittenBoard = ShownBoard & {
  readonly bytes: Buffer
  /** Undefined for a team that is not on the board. */
  lineOf(teamId: number): string | undefined
  challengesIn(shown: (challenge: ChallengeInfo) => boolean): ChallengeList
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
      const challenges = board.challenges()
      const timelines = board.timelines()
      const divisions = board.divisions()
      const bloodBonus = packBloodBonus(unpackBloodBonus(packedBloodBonus))
      const all = texts.challenges(challenges)
      const head = Buffer.from(
        `{"updateTimeUtc":${modified.getTime()},"bloodBonus":${bloodBonus},` +
          `"timelines":${texts.timelines(timelines)},"items":[`,
      )
      const tail = Buffer.from(
        `],"divisions":${divisionsText(divisions)},"challenges":${all.text},` +
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
        ...{ bytes, items, challenges, timelines, divisions, bloodBonus },
        lineOf(teamId) {
          places ??= new Map(ids.map((id, place) => [id, place]))
          const place = places.get(teamId)
          if (place === undefined) return undefined
          const before = ends[place - 1]
          return bytes.toString('utf8', before === undefined ? head.length : before + 1, ends[place])
        },
        challengesIn: (shown) => texts.challenges(challenges.filter(shown)),
      }
    },
  }
}

const divisionsText = (divisions: ShownBoard['divisions']): string =>
  JSON.stringify(
    divisions.map(({ id, name, defaultPermissions, challengeConfigs }) => ({
      ...{ id, name, defaultPermissions, challengeConfigs },
    })),
  )
