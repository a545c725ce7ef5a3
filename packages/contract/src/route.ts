import type { RateLimitName } from './limit.ts'
import type { ProblemCode } from './problem.ts'
import type { Schema } from './schema.ts'

/** `session`: any logged-in user, banned or not. */
export type Access = 'anonymous' | 'session' | 'user' | 'monitor' | 'admin'

/** With `ownCeiling` the body may be as large as the file, whatever the limit for other bodies is. */
export type Upload = { field: string; maxBytes: number; many?: true; ownCeiling?: true }

/** `nothing` is status 200, `noContent` 204; `bytes` have their own media type. */
export type AnswerKind = Schema | 'nothing' | 'noContent' | 'bytes'

/**
 * `revalidate`: stored, and revalidated by its tag before each use; `private`: the same, in the browser only;
 * `minute` and `week`: used that long without revalidation, also by shared caches.
 */
export type Caching = 'revalidate' | 'private' | 'minute' | 'week'

export type Route = {
  /** `<noun>.<verb>`, unique. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Answers every method, OPTIONS included; described under `method`. */
  readonly anyMethod?: true
  /** Parameters are `:name`, typed by `params`; a value that does not fit makes the path unknown. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly limit?: RateLimitName
  /**
   * Anyone can read it and memory answers, so the site-wide limit doesn't apply, but the wide bucket `open` that each
   * process keeps alone. `withoutSession`: of those who show a session everything is counted. `unlessHeld`: not even
   * there while memory holds what is asked for.
   */
  readonly open?: 'always' | 'withoutSession' | 'unlessHeld'
  /** The site-wide limit does not apply; the route has its own. Sessions are not read. */
  readonly uncounted?: true
  readonly captcha?: true
  /** Opens also to accounts that lack a second factor their role needs. On other open routes, they count as nobody. */
  readonly withoutFactor?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly upload?: Upload
  readonly answer: AnswerKind
  /** Without it, answers are not stored anywhere. */
  readonly caching?: Caching
  readonly problems?: readonly ProblemCode[]
}

/** Parameters that count as absent when empty. Those with a default are for paging and must not be empty. */
export const filtersOf = ({ method, query }: Route): string[] =>
  method !== 'GET'
    ? []
    : Object.entries(query?.properties ?? {}).flatMap(([name, { default: usual }]) =>
        usual === undefined ? [name] : [],
      )

export const route = <const R extends Route>(declared: R): R => declared

type Of<S> = S extends Schema<infer T> ? T : undefined

export type ParamsOf<R extends Route> = Of<R['params']>
export type QueryOf<R extends Route> = Of<R['query']>
export type BodyOf<R extends Route> = Of<R['body']>
export type AnswerOf<R extends Route> = R['answer'] extends string ? undefined : Of<R['answer']>
