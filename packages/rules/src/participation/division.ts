import { gamePermissions } from '@pennant/contract/enums'

export type JoinDivision = { id: number; inviteCode: string | null; defaultPermissions: number }

type Permitting = Pick<JoinDivision, 'defaultPermissions'>

/** The divisions among which one chooses when joining. */
export const joinableDivisions = <D extends Permitting>(divisions: readonly D[]): D[] =>
  divisions.filter(({ defaultPermissions }) => (defaultPermissions & gamePermissions.JoinGame) !== 0)

export const requiresReview = ({ defaultPermissions }: Permitting): boolean =>
  (defaultPermissions & gamePermissions.RequireReview) !== 0
