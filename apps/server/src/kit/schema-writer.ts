import fastJson from 'fast-json-stringify'
import type { Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'

/** Undefined when the route declares no answer. */
export const compileEncoder = ({ answer }: Route): ((value: unknown) => string) | undefined =>
  typeof answer === 'string' ? undefined : compile(answer)

export const compileItemEncoder = ({ id, answer }: Route): ((value: unknown) => string) => {
  if (typeof answer === 'string' || answer.items === undefined) throw new Error(`${id} answers no list`)
  return compile(answer.items)
}

type Encode = (value: unknown) => string

const compiled = new WeakMap<Schema, Encode>()

const compile = (schema: Schema): Encode => {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const encode: Encode = fastJson(withoutUnions(schema) as Parameters<typeof fastJson>[0])
  compiled.set(schema, encode)
  return encode
}

type Nullable = Schema & { readonly nullable?: true }

// For unions the encoder compiles a validator, which blocks the event loop for 50 ms on large models.
const withoutUnions = (schema: Schema): Nullable => {
  const { anyOf, properties, items, additionalProperties } = schema
  const real = anyOf?.filter(({ type }) => type !== 'null')
  const [only] = real ?? []
  if (only !== undefined && real?.length === 1) return { ...withoutUnions(only), nullable: true }
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, withoutUnions(member)]),
          ),
        }),
    ...(items === undefined ? {} : { items: withoutUnions(items) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: withoutUnions(additionalProperties) }),
  }
}
