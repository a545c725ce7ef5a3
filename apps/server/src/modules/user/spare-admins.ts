import type { Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Caller } from './needs.ts'

/** Whoever has the account of an administrator has everything: that is more than a token for a part may give. */
export const spareAdmins = (
  { principal: { token } }: Pick<Caller, 'principal'>,
  ...roles: readonly (Role | null | undefined)[]
): void => {
  if (token !== undefined && !token.scopes.includes('Everything') && roles.includes('Admin'))
    throw new Problem('auth.forbidden')
}
