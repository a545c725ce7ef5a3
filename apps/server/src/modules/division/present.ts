import type { Division } from '@pennant/contract/division'
import { tagOf } from '../../kit/edit-tag.ts'
import type { GameDivision } from '../../core/game/game.ts'

/** Includes the version, since each item of a list needs its own tag. */
export const presentDivision = (division: GameDivision): Division => ({
  id: division.id,
  ...basisOf(division),
  version: tagOf(basisOf(division)),
})

export const basisOf = (division: GameDivision): Omit<Division, 'id' | 'version'> => ({
  name: division.name,
  inviteCode: division.inviteCode,
  defaultPermissions: division.defaultPermissions,
  challengeConfigs: [...division.challengeConfigs]
    .toSorted(([a], [b]) => a - b)
    .map(([challengeId, permissions]) => ({ challengeId, permissions })),
})
