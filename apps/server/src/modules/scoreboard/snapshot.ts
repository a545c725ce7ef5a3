import { never } from '@pennant/contract/scoreboard'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import { RawJson } from '../../http/reply.ts'
import type { Game, GameParticipation } from '../../core/game/game.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'
import type { ChallengeList } from './text.ts'
import type { WrittenBoard } from './write-board.ts'

export type Snapshot = Pick<PublicBoard, 'modified' | 'shapeVersion' | 'tag' | 'version'> & {
  readonly board: RawJson
  readonly bytes: number
  readonly isLarge: boolean
  details(participation: GameParticipation): { tag: string; value: RawJson }
}

const largeBytes = 262_144

export const takeSnapshot = (game: Game, of: PublicBoard, written: WrittenBoard): Snapshot => {
  const { settings, divisions } = game
  const { tag, version, shapeVersion, modified } = of
  const known = new Map<number, RawJson>()
  const lists = new Map<number | null, ChallengeList>()

  const listFor = ({ divisionId }: GameParticipation): ChallengeList => {
    const division = divisions.get(divisionId ?? 0) ?? null
    const list =
      lists.get(divisionId) ??
      written.challenges(({ id }) => allows(permissionsFor(division, id), 'ViewChallenge'))
    lists.set(divisionId, list)
    return list
  }

  const write = (participation: GameParticipation): RawJson => {
    const list = listFor(participation)
    const rank = written.lineOf(participation.teamId) ?? JSON.stringify(zeroLine(participation))
    return new RawJson(
      `{"challenges":${list.text},"challengeCount":${list.count},"rank":${rank},` +
        `"teamToken":${JSON.stringify(participation.token)},"writeupRequired":${settings.writeupRequired},` +
        `"writeupDeadline":${settings.writeupDeadline},"version":${version}}`,
    )
  }

  const bytes = written.bytes.length
  const isLarge = bytes > largeBytes
  return {
    ...{ tag, version, shapeVersion, modified },
    board: new RawJson(written.bytes, { hasty: isLarge }),
    ...{ bytes, isLarge },
    details(participation) {
      const value = known.get(participation.id) ?? write(participation)
      known.set(participation.id, value)
      return { tag: `${tag}-${participation.id}-${participation.divisionId ?? 0}`, value }
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
