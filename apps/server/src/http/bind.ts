import type { Readable } from 'node:stream'
import type { Language } from '@pennant/contract/enums'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import type { BegunSession, Principal } from '../core/identity/caller.ts'
import type { Job } from '../kit/scheduler.ts'
import type { Reply } from './reply.ts'

export type Call<R extends Route> = {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly principal: R['access'] extends 'anonymous' ? Principal | null : Principal
  readonly address: string | null
  readonly agent: string
  readonly requestId: string
  readonly secure: boolean
  readonly rehearsal: boolean
  readonly language: Language
  readonly cookie: SessionCookie
  readonly marks: readonly string[]
  readonly ifMatch: readonly string[] | null
  captcha(): Promise<void>
  /** In memory: only for small files. */
  uploadedFile(): Promise<UploadedFile>
  /** Each stream must be read to its end before the next. */
  uploadedFiles(): AsyncIterable<UploadedStream>
}

export type SessionCookie = {
  /** The cookie is from before the site moved to HTTPS, and no longer valid. */
  readonly outdated: boolean
  begin(session: BegunSession): void
  end(): void
}

export type UploadedFile = { name: string; type: string; bytes: Buffer }
/** The stream fails when the file is too large or the client disconnects. */
export type UploadedStream = { name: string; type: string; stream: Readable }

type Answered<R extends Route> = R['answer'] extends string ? void : AnswerOf<R>

type Result<R extends Route> = Answered<R> | Reply

/** Without a promise where memory answers. */
export type Handler<R extends Route> = (call: Call<R>) => Result<R> | Promise<Result<R>>

export type BoundRoute = {
  readonly route: Route
  readonly handler: Handler<Route>
  readonly fast?: Fast<Route>
}

/** False leaves the request to the framework; must be as fast as a look-up in memory. */
type Fast<R extends Route> = (params: Readonly<Record<keyof ParamsOf<R>, string>>) => boolean

export const bind = <const R extends Route>(route: R, handler: Handler<R>): BoundRoute => ({ route, handler })

/** Bypasses the framework, because hundreds of requests come in the same second. */
export const bindFast = <const R extends Route>(
  route: R,
  handler: Handler<R>,
  fast: Fast<R> = () => true,
): BoundRoute => ({ route, handler, fast })

export type Module = {
  readonly routes: readonly BoundRoute[]
  readonly jobs?: readonly Job[]
  start?(signal: AbortSignal): Promise<void>
  close?(): Promise<void> | void
}
