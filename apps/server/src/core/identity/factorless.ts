import type { Role } from '@pennant/contract/enums'
import { factorDueBy } from '@pennant/rules/account/second-factor'
import type { AccountPolicy } from '@pennant/contract/setting'
import type { Principal } from './caller.ts'

type Row = {
  role: Role | null
  role_at: Date | null
  registered_at: Date | null
  factor_at: Date | null
}
type Factorless = Pick<Principal, 'factorless'>

export const factorlessOf = ({ role, role_at, registered_at, factor_at }: Row): Factorless =>
  factor_at === null && role !== null
    ? { factorless: { role, since: (role_at ?? registered_at)?.getTime() ?? 0 } }
    : {}

/** The role needs a second factor, and the time to set one up is over. */
export const lacksFactor = ({ factorless }: Factorless, policy: AccountPolicy, now: number): boolean => {
  if (factorless === undefined) return false
  const dueBy = factorDueBy(policy, factorless)
  return dueBy !== null && dueBy <= now
}
