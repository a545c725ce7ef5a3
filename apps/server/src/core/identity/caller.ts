import type { Role } from '@pennant/contract/enums'
import type { TokenScope } from '@pennant/contract/token'

/** Who calls. */
export type Principal = {
  readonly sessionId: string
  readonly userId: string
  readonly userName: string
  readonly role: Role
  /** The API token that acts for them, instead of themselves. */
  readonly token?: TokenBearer
}

export type TokenBearer = {
  readonly id: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAt: Date | null
}

/** Who asks for something, and from which address; null when nobody knows it. */
export type Caller = { readonly principal: Principal; readonly address: string | null }

/** With the versions that an edit may be based on; null when the client doesn't say. */
export type Editor = Caller & { readonly ifMatch: readonly string[] | null }

/** Where a session begins. */
export type Origin = { readonly address: string | null; readonly agent: string; readonly secure: boolean }

/** Who a session token belongs to; `renewed` asks for the cookie to be sent again. */
export type Authenticated = { principal: Principal; renewed: Date | null }

/** `mark`: by which the browser is told from others that have never logged in to the account. */
export type BegunSession = { token: string; expiresAt: Date; mark: string }
