import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'

/**
 * The kinds of value the wire knows. Keywords that start with `x-` are read by the server's reader: they
 * carry what JSON Schema has no word for.
 */

type TextRules = {
  /** UTF-16 units, as everywhere on the wire. */
  min?: number
  max?: number
  /** Refuses missing, null, empty and blank text with one message. */
  required?: true
  format?: 'email' | 'phone'
  /** One line: no control characters. */
  line?: true
  /** Carries a password, a flag or a token: never logged. */
  secret?: true
}

const text = ({ min, max, required, format, line, secret }: TextRules): Record<string, unknown> => ({
  type: 'string',
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
  ...(format === undefined ? {} : { 'x-format': format }),
  ...(line === undefined ? {} : { 'x-line': true }),
  ...(required === undefined ? {} : { 'x-required': true }),
  ...(secret === undefined ? {} : { 'x-secret': true, writeOnly: true }),
})

/** Text in a request. Without `required` the empty text passes and null does not. */
export const Text = (rules: TextRules = {}): TUnsafe<string> => Type.Unsafe<string>(text(rules))

/** A member of a request that may be absent or null; both mean "not given". */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** A value or null, written out either way. */
export const Nullable = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { type } = schema as { type?: unknown }
  return typeof type === 'string' && type !== 'object' && type !== 'array'
    ? Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...nullableEnum(schema) })
    : Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
}

const nullableEnum = (schema: TSchema): object => {
  const { enum: members } = schema as { enum?: unknown[] }
  return members === undefined ? {} : { enum: [...members, null] }
}

/** Names on the wire; their numbers are accepted on input. */
export const EnumOf = <N extends string>(members: Readonly<Record<N, number>>): TUnsafe<N> =>
  Type.Unsafe<N>({ type: 'string', enum: Object.keys(members), 'x-numbers': members })

/** Milliseconds since 1970-01-01 UTC. ISO 8601 text is accepted on input. */
export const Time = Type.Unsafe<number>({ type: 'integer', format: 'int64', 'x-time': true })

export const Int32 = Type.Unsafe<number>({
  type: 'integer',
  format: 'int32',
  minimum: -2147483648,
  maximum: 2147483647,
})

export const IntBetween = (minimum: number, maximum: number, fallback?: number): TUnsafe<number> =>
  Type.Unsafe<number>({
    type: 'integer',
    minimum,
    maximum,
    ...(fallback === undefined ? {} : { default: fallback }),
  })

export const Guid = Type.Unsafe<string>({ type: 'string', format: 'uuid' })
export const Hash = Type.Unsafe<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' })
export const Flag = Type.Unsafe<boolean>({ type: 'boolean' })
export const Str = Type.Unsafe<string>({ type: 'string' })

/** A page of a longer list. */
export const ArrayResponse = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), length: Int32, total: Int32 })

export const Page = (maximum: number, fallback: number) =>
  Type.Object({
    count: Type.Optional(IntBetween(0, maximum, fallback)),
    skip: Type.Optional(IntBetween(0, 2147483647, 0)),
  })

export const SearchHint = Type.Object({ hint: Text({ required: true, max: 256 }) })

export const IdParam = Type.Object({ id: Int32 })
export const GuidParam = Type.Object({ id: Guid })
