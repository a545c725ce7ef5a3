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

/** When the time to set up a second factor is over; null where none is missing. */
export const factorDueOf = ({ factorless }: Factorless, policy: AccountPolicy): number | null =>
  factorless === undefined ? null : factorDueBy(policy, factorless)

export const lacksFactor = (who: Factorless, policy: AccountPolicy, now: number): boolean => {
  const dueBy = factorDueOf(who, policy)
  return dueBy !== null && dueBy <= now
}
