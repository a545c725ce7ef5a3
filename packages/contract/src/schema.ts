/** Keywords that start with `x-` are for the server's reader; JSON Schema has no equivalent. */

declare const described: unique symbol

export type Schema<T = unknown> = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | null)[]
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: unknown
  readonly writeOnly?: true
  readonly 'x-required'?: true
  readonly 'x-line'?: true
  readonly 'x-bytes'?: number
  readonly 'x-secret'?: true
  readonly 'x-format'?: 'email' | 'emailOrNone' | 'phone' | 'color' | 'label'
  readonly 'x-numbers'?: Readonly<Record<string, number>>
  readonly 'x-time'?: true
  /** Never set; it carries the type for the compiler. */
  readonly [described]?: T
}

export type Static<S extends Schema> = S extends Schema<infer T> ? T : never

export type OptionalMember<S extends Schema = Schema> = { readonly optional: S }

type Members = Readonly<Record<string, Schema | OptionalMember>>

type MembersOf<M extends Members> = {
  [K in keyof M as M[K] extends OptionalMember ? never : K]: M[K] extends Schema<infer T> ? T : never
} & {
  [K in keyof M as M[K] extends OptionalMember ? K : never]?: M[K] extends OptionalMember<Schema<infer T>>
    ? T
    : never
}

type Flat<T> = { [K in keyof T]: T[K] }

export const Model = <M extends Members>(members: M): Schema<Flat<MembersOf<M>>> => {
  const entries = Object.entries(members)
  return {
    type: 'object',
    required: entries.filter(([, member]) => !('optional' in member)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, 'optional' in member ? member.optional : member]),
    ),
  }
}

export const Optional = <T>(schema: Schema<T>): OptionalMember<Schema<T>> => ({ optional: schema })

export const List = <T>(items: Schema<T>, { max }: { max?: number } = {}): Schema<T[]> => ({
  type: 'array',
  items,
  ...(max === undefined ? {} : { maxItems: max }),
})

export const MapOf = <T>(values: Schema<T>): Schema<Record<string, T>> => ({
  type: 'object',
  additionalProperties: values,
})

export const Anything: Schema = {}

export type Color = `#${string}`

export const isColor = (text: string): text is Color => /^#[0-9a-f]{6}$/i.test(text)

type TextRules = {
  /** In UTF-16 units. */
  min?: number
  max?: number
  /** Of UTF-8. With it, `max` counts characters as readers do. */
  bytes?: number
  /** Missing, null, empty, and blank text fail with one message. */
  required?: true
  /** `emailOrNone` and `color` also accept empty text, for none. */
  format?: 'email' | 'emailOrNone' | 'phone' | 'color' | 'label'
  /** No control characters. */
  line?: true
  /** Passwords, flags, and tokens, which are never logged. */
  secret?: true
}

/** Without `required`, empty text passes and null does not. */
export const Text = ({
  min,
  max,
  bytes,
  required,
  format,
  line,
  secret,
}: TextRules = {}): Schema<string> => ({
  type: 'string',
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
  ...(bytes === undefined ? {} : { 'x-bytes': bytes }),
  ...(format === undefined ? {} : { 'x-format': format }),
  ...(line === undefined ? {} : { 'x-line': true }),
  ...(required === undefined ? {} : { 'x-required': true }),
  ...(secret === undefined ? {} : { 'x-secret': true, writeOnly: true }),
})

/** Shown to those who may edit it, but never in the change log. */
export const Secret = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, 'x-secret': true })

/** Absent and null both mean "not given". */
export const Maybe = <T>(schema: Schema<T>): OptionalMember<Schema<T | null>> => Optional(Nullable(schema))

/** Never left out: null is written. */
export const Nullable = <T>(schema: Schema<T>): Schema<T | null> => {
  const { type, enum: members } = schema
  if (typeof type !== 'string' || type === 'object' || type === 'array')
    return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [type, 'null'], ...(members === undefined ? {} : { enum: [...members, null] }) }
}

/** Names on the wire; input may also use their numbers. */
export const EnumOf = <N extends string>(members: Readonly<Record<N, number>>): Schema<N> => ({
  type: 'string',
  enum: Object.keys(members),
  'x-numbers': members,
})

/** Milliseconds since 1970-01-01 UTC. Input may also be ISO 8601 text. */
export const Time: Schema<number> = { type: 'integer', format: 'int64', 'x-time': true }

export const Int32: Schema<number> = {
  type: 'integer',
  format: 'int32',
  minimum: -2147483648,
  maximum: 2147483647,
}

export const IntBetween = (minimum: number, maximum: number, fallback?: number): Schema<number> => ({
  type: 'integer',
  minimum,
  maximum,
  ...(fallback === undefined ? {} : { default: fallback }),
})

export const NumberBetween = (minimum: number, maximum: number): Schema<number> => ({
  type: 'number',
  minimum,
  maximum,
})

/** A mismatch is an unknown name, not an invalid request. */
export const Matching = (pattern: string): Schema<string> => ({ type: 'string', pattern })

export const Guid: Schema<string> = { type: 'string', format: 'uuid' }
export const Hash = Matching('^[0-9a-f]{64}$')
export const Decimal: Schema<number> = { type: 'number' }
export const Flag: Schema<boolean> = { type: 'boolean' }
export const Str: Schema<string> = { type: 'string' }

type Paged<T> = { data: T[]; length: number; total: number }

export const ArrayResponse = <T>(item: Schema<T>): Schema<Paged<T>> =>
  Model({ data: List(item), length: Int32, total: Int32 })

export const pageOf = (maximum: number, fallback: number) => ({
  count: Optional(IntBetween(0, maximum, fallback)),
  skip: Optional(IntBetween(0, 2147483647, 0)),
})

export const Page = (maximum: number, fallback: number) => Model(pageOf(maximum, fallback))

export const SearchHint = Model({ hint: Text({ required: true, max: 256 }) })

export const IdParam = Model({ id: Int32 })
export const GuidParam = Model({ id: Guid })
