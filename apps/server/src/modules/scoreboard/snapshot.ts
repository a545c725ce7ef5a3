import type { OwnGame } from '@pennant/contract/game'
import { never } from '@pennant/contract/scoreboard'
import type { ShownBoard, Step } from '@pennant/rules/scoreboard/changes'
import { ownLine } from '@pennant/rules/scoreboard/freeze'
import { pointsToNext } from '@pennant/rules/scoreboard/solves'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import { RawJson, versioned, type Reply } from '../../http/reply.ts'
import type { Game, GameParticipation, GameSolve } from '../../core/game/game.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'
import { type ChangeList, createChangeList, stepsTo } from './changes.ts'
import { createSolveList, type SolveList } from './solve-list.ts'
import type { ChallengeList } from './text.ts'
import type { WrittenBoard } from './write-board.ts'

type Numbered = Pick<PublicBoard, 'frozenAt' | 'modified' | 'shapeVersion' | 'tag' | 'version'>

export type Snapshot = Numbered &
  ShownBoard & {
    readonly board: RawJson
    readonly reply: Reply
    readonly bytes: number
    readonly isLarge: boolean
    /** Back to the version that the oldest reader may have. */
    readonly steps: readonly Step[]
    readonly changes: ChangeList
    readonly solves: SolveList
    details(participation: GameParticipation): Reply
    standing(participation: GameParticipation): Standing
  }

/** What a team sees of itself. */
export type Standing = Pick<OwnGame, 'challengeCount' | 'rank' | 'score' | 'solved' | 'toNext'>

const largeBytes = 262_144

/** `before`: what readers got until now. Yields the work that `BoardWriter` counts. */
export function* takeSnapshot(
  game: Game,
  of: PublicBoard,
  written: WrittenBoard,
  before: Snapshot | undefined,
): Generator<number, Snapshot> {
  const { settings, divisions } = game
  const { tag, version, shapeVersion, frozenAt, modified } = of
  const known = new Map<number, { newest: GameSolve | undefined; reply: Reply }>()
  const lists = new Map<number | null, ChallengeList>()

  const listFor = ({ divisionId }: GameParticipation): ChallengeList => {
    const division = divisions.get(divisionId ?? 0) ?? null
    const list =
      lists.get(divisionId) ??
      written.challengesIn(({ id }) => allows(permissionsFor(division, id), 'ViewChallenge'))
    lists.set(divisionId, list)
    return list
  }

  const lineOf = ({ id, teamId }: GameParticipation, own: readonly GameSolve[]): string | undefined => {
    if (own.length === 0 && !of.isHidden) return written.lineOf(teamId)
    const line = ownLine(of.board, id, own)
    return line && JSON.stringify(line)
  }

  const write = (participation: GameParticipation, own: readonly GameSolve[]): Reply => {
    const list = listFor(participation)
    const rank = lineOf(participation, own) ?? JSON.stringify(zeroLine(participation))
    const value = new RawJson(
      `{"challenges":${list.text},"challengeCount":${list.count},"rank":${rank},` +
        `"teamToken":${JSON.stringify(participation.token)},"writeupRequired":${settings.writeupRequired},` +
        `"writeupDeadline":${settings.writeupDeadline},"version":${version}` +
        `${frozenAt === null ? '' : `,"frozenAt":${frozenAt}`}${of.isHidden ? ',"hidden":true' : ''}}`,
    )
    const newest = own.at(-1)
    const ofTeam = `${tag}-${participation.id}-${participation.divisionId ?? 0}`
    if (newest === undefined) return versioned({ tag: ofTeam, modified, value })
    const since = new Date(Math.max(modified.getTime(), newest.time))
    return versioned({ tag: `${ofTeam}-${newest.submissionId}`, modified: since, value })
  }

  const { items, challenges, divisions: shownDivisions, timelines, bloodBonus } = written
  const shown = {
    ...{ tag, version, shapeVersion, frozenAt, modified },
    ...{ items, challenges, divisions: shownDivisions, timelines, bloodBonus },
  }
  const steps = yield* stepsTo(shown, before)
  const bytes = written.bytes.length
  const isLarge = bytes > largeBytes
  const board = new RawJson(written.bytes, { hasty: isLarge })
  return {
    ...shown,
    board,
    reply: versioned({ tag, modified, value: board }),
    ...{ bytes, isLarge, steps },
    changes: createChangeList(shown, steps, bytes),
    solves: createSolveList({ tag, modified, items, challenges }),
    details(participation) {
      const own = game.frozen?.hiddenOf(participation.id) ?? []
      const newest = own.at(-1)
      const held = known.get(participation.id)
      if (held !== undefined && held.newest === newest) return held.reply
      const reply = write(participation, own)
      known.set(participation.id, { newest, reply })
      return reply
    },
    standing(participation) {
      const { id, teamId } = participation
      const own = game.frozen?.hiddenOf(id) ?? []
      const isShown = own.length === 0 && !of.isHidden
      const line = isShown ? items.find((item) => item.id === teamId) : ownLine(of.board, id, own)
      return {
        rank: line?.rank ?? 0,
        score: line?.score ?? 0,
        toNext: frozenAt === null ? pointsToNext(items, teamId) : null,
        solved: line?.solvedCount ?? 0,
        challengeCount: listFor(participation).count,
      }
    },
  }
}

const zeroLine = (participation: GameParticipation) => ({
  id: participation.teamId,
  name: participation.teamName,
  bio: participation.teamBio,
  avatar: null,
  divisionId: participation.divisionId,
  score: 0,
  rank: 0,
  divisionRank: participation.divisionId === null ? null : 0,
  lastSubmissionTime: never,
  solvedChallenges: [],
  solvedCount: 0,
})
