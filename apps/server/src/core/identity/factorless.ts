import { factorDueBy } from '@pennant/rules/account/second-factor'
import type { AccountPolicy } from '@pennant/contract/setting'
import type { Principal } from './caller.ts'

type Row = { role_at: Date | null; registered_at: Date | null; factor_at: Date | null }

export const factorlessOf = ({ role_at, registered_at, factor_at }: Row): { factorlessSince?: number } =>
  factor_at === null ? { factorlessSince: (role_at ?? registered_at)?.getTime() ?? 0 } : {}

/** The role needs a second factor, and the time to set one up is over. */
export const lacksFactor = (
  { role, factorlessSince: since }: Pick<Principal, 'role' | 'factorlessSince'>,
  policy: AccountPolicy,
  now: number,
): boolean => {
  if (since === undefined) return false
  const dueBy = factorDueBy(policy, { role, since })
  return dueBy !== null && dueBy <= now
}
