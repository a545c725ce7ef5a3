import { gamePermissions } from '@pennant/contract/enums'
import type { DivisionItem } from '@pennant/contract/scoreboard'
import { allows, permissionsFor } from '../permission/permission.ts'
import type { BoardChallenge, BoardDivision } from './board-input.ts'

export type DivisionRules = {
  divisionId: number | null
  ranked: boolean
  /** By the index of the challenge. */
  permissions: readonly number[]
}

/** An unknown division counts as none. */
export const createDivisionRules = (
  divisions: readonly BoardDivision[],
  challenges: readonly BoardChallenge[],
): ((id: number | null) => DivisionRules) => {
  const rulesOf = (division: BoardDivision | null): DivisionRules => ({
    divisionId: division?.id ?? null,
    ranked: allows(division?.defaultPermissions ?? gamePermissions.All, 'RankOverall'),
    permissions: challenges.map(({ id }) => permissionsFor(division, id)),
  })
  const without = rulesOf(null)
  const byId = new Map(divisions.map((division) => [division.id, rulesOf(division)]))
  return (id) => (id === null ? without : (byId.get(id) ?? without))
}

export const presentDivision = ({
  id,
  name,
  defaultPermissions,
  challengeConfigs,
}: BoardDivision): DivisionItem => ({
  id,
  name,
  defaultPermissions,
  challengeConfigs: Object.fromEntries(
    [...challengeConfigs].map(([challengeId, permissions]) => [challengeId, { challengeId, permissions }]),
  ),
})
