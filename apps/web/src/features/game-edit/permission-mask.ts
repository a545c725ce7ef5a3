import { gamePermissions } from '@pennant/contract/enums'

export const wholePermissions = ['JoinGame', 'RankOverall', 'RequireReview'] as const
export const challengePermissions = [
  'ViewChallenge',
  'SubmitFlags',
  'GetScore',
  'GetBlood',
  'AffectDynamicScore',
] as const
export const namedPermissions = [...wholePermissions, ...challengePermissions] as const
export type NamedPermission = (typeof namedPermissions)[number]

/** Bits without a name are kept. */
export const withPermission = (mask: number, name: NamedPermission, on: boolean): number =>
  on ? mask | gamePermissions[name] : mask & ~gamePermissions[name]

export const usualPermissions = withPermission(gamePermissions.All, 'RequireReview', false)

export type Exception = { challengeId: number; permissions: number }

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
