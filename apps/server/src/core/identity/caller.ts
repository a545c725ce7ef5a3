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

/** Who a session token belongs to; `renewed` asks for the cookie to be sent again. */
export type Authenticated = { principal: Principal; renewed: Date | null }

/** `mark`: by which the browser is told from others that have never logged in to the account. */
export type BegunSession = { token: string; expiresAt: Date; mark: string }
