import type { Division } from '@pennant/contract/division'
import { tagOf } from '../../kit/edit-tag.ts'
import type { HeldDivision } from '../../core/game/game.ts'

/** With its version, since a list has one tag for each. */
export const presentDivision = (division: HeldDivision): Division => ({
  id: division.id,
  ...basisOf(division),
  version: tagOf(basisOf(division)),
})

/** What an edit rests on: all that may change. */
export const basisOf = (division: HeldDivision): Omit<Division, 'id' | 'version'> => ({
  name: division.name,
  inviteCode: division.inviteCode,
  defaultPermissions: division.defaultPermissions,
  challengeConfigs: [...division.challengeConfigs]
    .toSorted(([a], [b]) => a - b)
    .map(([challengeId, permissions]) => ({ challengeId, permissions })),
})
