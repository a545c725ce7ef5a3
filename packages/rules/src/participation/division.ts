import { gamePermissions } from '@pennant/contract/enums'

export type JoinDivision = { id: number; inviteCode: string | null; defaultPermissions: number }

type Permitting = Pick<JoinDivision, 'defaultPermissions'>

export const joinableDivisions = <D extends Permitting>(divisions: readonly D[]): D[] =>
  divisions.filter(({ defaultPermissions }) => (defaultPermissions & gamePermissions.JoinGame) !== 0)

export const requiresReview = ({ defaultPermissions }: Permitting): boolean =>
  (defaultPermissions & gamePermissions.RequireReview) !== 0

type Coded = { inviteCode: string | null }

const asksCode = ({ inviteCode }: Coded): boolean => inviteCode !== null && inviteCode !== ''

/** The game's own code and review count only where no division can be joined: these divisions bypass them. */
export const openDivisions = <D extends Permitting & Coded>(
  game: Coded & { acceptWithoutReview: boolean },
  divisions: readonly D[],
): D[] =>
  !asksCode(game) && game.acceptWithoutReview
    ? []
    : joinableDivisions(divisions).filter((division) => !asksCode(division) && !requiresReview(division))
