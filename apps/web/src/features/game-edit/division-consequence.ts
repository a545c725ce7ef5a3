import type { Division } from '@pennant/contract/division'
import { gamePermissions } from '@pennant/contract/enums'
import type { Change } from '@pennant/rules/scoreboard/what-if'

type Permissions = Pick<Division, 'defaultPermissions'> & {
  challengeConfigs: readonly { challengeId: number; permissions: number }[]
}

export type DivisionConsequence = {
  change: Change
  endsPlay: boolean
}

const playing = gamePermissions.ViewChallenge | gamePermissions.SubmitFlags

export const consequenceOf = (
  division: Permissions & Pick<Division, 'id'>,
  draft: Permissions,
): DivisionConsequence | null => {
  const ids = [division, draft].flatMap((one) => one.challengeConfigs.map(({ challengeId }) => challengeId))
  // Null: all challenges without an exception.
  const masks = [null, ...ids].map((id) => ({ before: maskFor(division, id), after: maskFor(draft, id) }))
  if (masks.every(({ before, after }) => before === after)) return null
  const { defaultPermissions, challengeConfigs } = draft
  return {
    change: { kind: 'permitDivision', divisionId: division.id, defaultPermissions, challengeConfigs },
    endsPlay: masks.some(({ before, after }) => (before & playing & ~after) !== 0),
  }
}

const maskFor = ({ defaultPermissions, challengeConfigs }: Permissions, id: number | null): number =>
  challengeConfigs.find(({ challengeId }) => challengeId === id)?.permissions ?? defaultPermissions
