import type { RateLimitName } from './limit.ts'
import type { ProblemCode } from './problem.ts'
import type { Schema } from './schema.ts'

/** `session`: whoever is logged in, banned or not. */
export type Access = 'anonymous' | 'session' | 'user' | 'monitor' | 'admin'

/**
 * An upload: `field` names the part; `many` allows it repeatedly. With `ownCeiling` the body may be as large as
 * the file, whatever is set for all others.
 */
export type Upload = { field: string; maxBytes: number; many?: true; ownCeiling?: true }

/** What a route answers: a schema, nothing at all (200 or, with `noContent`, 204), or bytes with their own media type. */
export type AnswerKind = Schema | 'nothing' | 'noContent' | 'bytes'

/**
 * `revalidate`: kept, and asked for again with its tag before each use; `private`: the same, by the browser alone;
 * `minute` and `week`: used for so long without asking, also by caches on the way.
 */
export type Caching = 'revalidate' | 'private' | 'minute' | 'week'

/** A door of the server: everything that is decided before and after the handler. */
export type Route = {
  /** `<noun>.<verb>`, unique. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Answers whatever the method is, OPTIONS included; described under `method`. */
  readonly anyMethod?: true
  /** Parameters as `:name`, typed by `params`; a value that does not fit makes the path unknown. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly limit?: RateLimitName
  /** The limit of the whole site does not apply; what stands behind counts by itself. Sessions are not looked at. */
  readonly uncounted?: true
  /** The body's `challenge` is checked where the handler asks for it. */
  readonly captcha?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly upload?: Upload
  readonly answer: AnswerKind
  /** Whether an answer can be kept; without it, nobody keeps any. */
  readonly caching?: Caching
  /** What can go wrong beyond what the door itself refuses. */
  readonly problems?: readonly ProblemCode[]
}

/**
 * The parameters of a query that only narrow what is read: without a value they are no filter. One with a default
 * is a number that clients page by, and a mistake without a value.
 */
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
