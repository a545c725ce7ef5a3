import { gamePermissions } from '@pennant/contract/enums'

export type DivisionPermissions = {
  defaultPermissions: number
  /** By challenge. */
  challengeConfigs: ReadonlyMap<number, number>
}

/** An entry for the challenge replaces what the division allows otherwise. Without a division all is allowed. */
export const permissionsFor = (
  division: DivisionPermissions | null | undefined,
  challengeId: number,
): number =>
  division == null
    ? gamePermissions.All
    : (division.challengeConfigs.get(challengeId) ?? division.defaultPermissions)

/** Whether the mask holds all of them. */
export const allows = (mask: number, ...names: (keyof typeof gamePermissions)[]): boolean =>
  names.every((name) => (mask & gamePermissions[name]) === gamePermissions[name])
