import { gamePermissions } from '@pennant/contract/enums'

/** Those that hold for a division as a whole. */
export const wholePermissions = ['JoinGame', 'RankOverall', 'RequireReview'] as const
/** Those that may differ from challenge to challenge. */
export const challengePermissions = [
  'ViewChallenge',
  'SubmitFlags',
  'GetScore',
  'GetBlood',
  'AffectDynamicScore',
] as const
export const namedPermissions = [...wholePermissions, ...challengePermissions] as const
export type NamedPermission = (typeof namedPermissions)[number]

/** Bits without a name are kept as they are. */
export const withPermission = (mask: number, name: NamedPermission, on: boolean): number =>
  on ? mask | gamePermissions[name] : mask & ~gamePermissions[name]

/** Everything, and nobody has to be reviewed. */
export const usualPermissions = withPermission(gamePermissions.All, 'RequireReview', false)

export type Exception = { challengeId: number; permissions: number }

/** With an entry for the challenge that allows what holds otherwise, or without one. */
export const withException = (
  exceptions: readonly Exception[],
  challengeId: number,
  permissions: number | null,
): Exception[] => {
  const others = exceptions.filter((one) => one.challengeId !== challengeId)
  if (permissions === null) return others
  return [...others, { challengeId, permissions }].toSorted(
    (one, other) => one.challengeId - other.challengeId,
  )
}
