import { never } from '@pennant/contract/scoreboard'
import { unpackBloodBonus, packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import { RawJson } from '../../http/reply.ts'
import type { Game, GameParticipation } from '../../core/game/game.ts'
import type { BoardText } from './text.ts'

export type Snapshot = {
  readonly version: number
  readonly modified: Date
  readonly tag: string
  readonly board: RawJson
  details(participation: GameParticipation): { tag: string; value: RawJson }
}

// A time and a number: no two boards share a tag, even after the database was restored.
const versionTag = ({ id, boardAt, boardVersion }: Game): string =>
  `${id}-${hex(Math.floor(boardAt.getTime() / 1000))}-${hex(boardVersion)}`

const hex = (value: number): string => value.toString(16).toUpperCase()

export const takeSnapshot = (game: Game, text: BoardText): Snapshot => {
  const { settings, boardVersion, boardAt, board } = game
  const all = text.challenges(() => true)
  const tag = versionTag(game)
  const known = new Map<number, RawJson>()
  const lists = new Map<number, { text: string; count: number }>()

  const listFor = ({ divisionId }: GameParticipation): { text: string; count: number } => {
    const division = divisionId === null ? undefined : game.divisions.get(divisionId)
    const list =
      division === undefined
        ? all
        : (lists.get(division.id) ??
          text.challenges(({ id }) => allows(permissionsFor(division, id), 'ViewChallenge')))
    if (division !== undefined) lists.set(division.id, list)
    return list
  }

  const write = (participation: GameParticipation): RawJson => {
    const list = listFor(participation)
    const rank = text.itemOf(participation.id) ?? JSON.stringify(zeroLine(participation))
    return new RawJson(
      `{"challenges":${list.text},"challengeCount":${list.count},"rank":${rank},` +
        `"teamToken":${JSON.stringify(participation.token)},"writeupRequired":${settings.writeupRequired},` +
        `"writeupDeadline":${settings.writeupDeadline},"version":${boardVersion}}`,
    )
  }

  const divisions = JSON.stringify(
    board.divisions().map(({ id, name, defaultPermissions, challengeConfigs }) => ({
      id,
      name,
      defaultPermissions,
      challengeConfigs,
    })),
  )
  return {
    version: boardVersion,
    modified: boardAt,
    tag,
    board: new RawJson(
      Buffer.from(
        `{"updateTimeUtc":${boardAt.getTime()},"bloodBonus":${packBloodBonus(unpackBloodBonus(settings.bloodBonus))},` +
          `"timelines":${text.timelines},"items":${text.items},"divisions":${divisions},` +
          `"challenges":${all.text},"challengeCount":${all.count},"version":${boardVersion}}`,
      ),
    ),
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
