import { gamePermissions } from '@pennant/contract/enums'

export type DivisionPermissions = {
  defaultPermissions: number
  challengeConfigs: ReadonlyMap<number, number>
}

/** A challenge's own entry replaces the division's default. Without a division everything is allowed. */
export const permissionsFor = (
  division: DivisionPermissions | null | undefined,
  challengeId: number,
): number =>
  division == null
    ? gamePermissions.All
    : (division.challengeConfigs.get(challengeId) ?? division.defaultPermissions)

export const allows = (mask: number, ...names: (keyof typeof gamePermissions)[]): boolean =>
  names.every((name) => (mask & gamePermissions[name]) === gamePermissions[name])
