import type { Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { coversRole } from '@pennant/contract/scope'
import type { Caller, Host } from '../../core/identity/caller.ts'

/** A token must not affect an account whose role exceeds its own. */
export const expectTokenCovers = (
  { principal }: Pick<Caller | Host, 'principal'>,
  ...roles: readonly (Role | null | undefined)[]
): void => {
  const token = principal?.token
  if (token === undefined) return
  if (!roles.every((role) => role == null || coversRole(token.scopes, role)))
    throw new Problem('auth.forbidden')
}
