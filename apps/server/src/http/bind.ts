import type { Readable } from 'node:stream'
import type { Language } from '@pennant/contract/enums'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import type { BegunSession, Principal } from '../core/identity/caller.ts'
import type { Job } from '../kit/scheduler.ts'
import type { Reply, Versioned } from './reply.ts'

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

export type SessionCookie = {
  /** The client shows a session of before the site moved to HTTPS, which opens nothing any more. */
  readonly outdated: boolean
  begin(session: BegunSession): void
  end(): void
}

export type UploadedFile = { name: string; type: string; bytes: Buffer }
/** The stream fails where the file is larger than it may be, or where the client breaks off. */
export type UploadedStream = { name: string; type: string; stream: Readable }

/** A route without an answer returns nothing. */
type Answered<R extends Route> = R['answer'] extends string ? void : AnswerOf<R>

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answered<R> | Reply>

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
  handler: (call: Call<R>) => Promise<Answered<R>>,
): Bound => ({ ...bind(route, handler), express: true })

/** What a noun brings to the server. */
export type Module = {
  readonly routes: readonly Bound[]
  readonly jobs?: readonly Job[]
  /** Runs beside the requests until `signal` aborts. */
  start?(signal: AbortSignal): Promise<void>
  close?(): Promise<void> | void
}
