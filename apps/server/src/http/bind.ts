import type { Readable } from 'node:stream'
import type { Language, Role } from '@pennant/contract/enums'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import type { TokenScope } from '@pennant/contract/token'
import type { Reply, Versioned } from './reply.ts'

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

/**
 * What a session is found by. One that began without HTTPS opens nothing under HTTPS, also when somebody who has
 * stolen it shows it in the other cookie.
 */
export const credentialOf = (token: string, secure: boolean): string => (secure ? `secure:${token}` : token)

/** What the client keeps of it. */
export const tokenOf = (credential: string): string => credential.replace(/^secure:/, '')

/** Who a session token belongs to; `renewed` asks for the cookie to be sent again. */
export type Authenticated = { principal: Principal; renewed: Date | null }

/** What a handler is given: everything read and checked, nothing of HTTP. */
export type Call<R extends Route> = {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly principal: R['access'] extends 'anonymous' ? Principal | null : Principal
  /** The client's address, or null when nobody knows it. */
  readonly address: string | null
  readonly agent: string
  /** The client sees the site over HTTPS. */
  readonly secure: boolean
  readonly language: Language
  readonly cookie: SessionCookie
  /** Marks of accounts that the browser says it has logged in to. */
  readonly marks: readonly string[]
  /** The versions an edit may be based on, as the client says; null when it does not. */
  readonly ifMatch: readonly string[] | null
  /** Checks the captcha answer of the body; throws `captcha.failed`. */
  captcha(): Promise<void>
  /** The uploaded file, whole: for small ones. */
  uploadedFile(): Promise<UploadedFile>
  /** The uploaded files, one after the other, as streams. Each must be read to its end. */
  uploadedFiles(): AsyncIterable<UploadedStream>
}

/** `mark`: by which the browser is told from others that have never logged in to the account. */
export type BegunSession = { token: string; expiresAt: Date; mark: string }

export type SessionCookie = {
  /** The client shows a session of before the site moved to HTTPS, which opens nothing any more. */
  readonly outdated: boolean
  begin(session: BegunSession): void
  end(): void
}

export type UploadedFile = { name: string; type: string; bytes: Buffer }
/** The stream fails where the file is larger than it may be, or where the client breaks off. */
export type UploadedStream = { name: string; type: string; stream: Readable }

export type Handler<R extends Route> = (call: Call<R>) => Promise<AnswerOf<R> | Reply>

/** A declared door with what stands behind it. */
export type Bound = {
  readonly route: Route
  readonly handler: Handler<Route>
  readonly ready?: Ready
  /** Hundreds come in the same second: they pass the framework. */
  readonly express?: true
}

/**
 * What a route that everybody may read has in memory for the number in its path; null when the handler has to
 * see to it. Must not take longer than looking it up.
 */
export type Ready = (id: number) => Omit<Versioned, 'kind'> | null

export const bind = <const R extends Route>(route: R, handler: Handler<R>, ready?: Ready): Bound => ({
  route,
  handler,
  ...(ready === undefined ? {} : { ready }),
})

/** The same for a door of which hundreds have need at once, and whose answer is a small value. */
export const bindExpress = <const R extends Route>(
  route: R,
  handler: (call: Call<R>) => Promise<AnswerOf<R>>,
): Bound => ({ ...bind(route, handler), express: true })
