import type { Role } from '@pennant/contract/enums'
import type { TokenScope } from '@pennant/contract/token'

export type Principal = {
  readonly sessionId: string
  readonly userId: string
  readonly userName: string
  readonly role: Role
  /** Of the account, whose role can exceed the token's, and since when it has it. Absent with a second factor. */
  readonly factorless?: { readonly role: Role; readonly since: number }
  /** Plays in a rehearsal, and is no person. */
  readonly rehearsal?: true
  /** Absent when the user acts in person. */
  readonly token?: TokenBearer
}

export type TokenBearer = {
  readonly id: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAt: Date | null
}

export type Caller = {
  readonly principal: Principal
  readonly address: string | null
  readonly requestId: string
}

/** No user: the server itself, or an account of the operating system at the command line. */
export type Host = {
  readonly principal: null
  readonly name: string
  readonly address: null
  readonly requestId: null
}

export const atShell = (account: string): Host => ({
  principal: null,
  name: `shell:${account}`,
  address: null,
  requestId: null,
})

export type Author = {
  readonly principal: Pick<Principal, 'userId' | 'userName' | 'token'>
  readonly address: string | null
  readonly requestId: string
}

/** The versions that an edit may be based on; null when the client doesn't say. */
export type Editor = Caller & { readonly ifMatch: readonly string[] | null }

export type Origin = {
  readonly address: string | null
  readonly agent: string
  readonly secure: boolean
  readonly rehearsal?: boolean
}

/** `renewed`: the cookie must be sent again, with this new end. */
export type Authenticated = { principal: Principal; renewed: Date | null }

/** `mark` tells the browser apart from those that have never logged in to the account. */
export type BegunSession = { token: string; expiresAt: Date; mark: string }
