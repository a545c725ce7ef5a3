import type { Schema } from '@pennant/contract/schema'

export type WrittenSchema = {
  $ref?: string
  description?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, WrittenSchema>>
  required?: readonly string[]
  additionalProperties?: WrittenSchema
  items?: WrittenSchema
  anyOf?: readonly WrittenSchema[]
  allOf?: readonly WrittenSchema[]
  enum?: readonly (string | null)[]
  format?: string
  minLength?: number
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  default?: unknown
  writeOnly?: true
  'x-numbers'?: Readonly<Record<string, number>>
  'x-max-bytes'?: number
}

export type WriteSchema = (schema: Schema) => WrittenSchema

export const createSchemaWriter = (
  names: ReadonlyMap<Schema, string>,
): { write: WriteSchema; components(): Record<string, WrittenSchema> } => {
  const named = new Map<string, WrittenSchema>()

  const write: WriteSchema = (schema) => {
    const name = names.get(schema)
    if (name === undefined) return writeOut(schema)
    if (!named.has(name)) named.set(name, writeOut(schema))
    return { $ref: `#/components/schemas/${name}` }
  }

  const writeOut = (schema: Schema): WrittenSchema => {
    const { properties, additionalProperties, items, anyOf, required } = schema
    return {
      ...rulesOf(schema),
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, member]) => [name, write(member)]),
            ),
          }),
      ...(required === undefined || required.length === 0 ? {} : { required }),
      ...(additionalProperties === undefined ? {} : { additionalProperties: write(additionalProperties) }),
      ...(items === undefined ? {} : { items: write(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(write) }),
    }
  }

  return {
    write,
    components: () => Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

const plain = [
  'type',
  'enum',
  'format',
  'minLength',
  'maxLength',
  'maxItems',
  'minimum',
  'maximum',
  'pattern',
  'default',
  'writeOnly',
  'x-numbers',
] as const satisfies (keyof Schema & keyof WrittenSchema)[]

const rulesOf = (schema: Schema): WrittenSchema => {
  const rules: WrittenSchema = Object.fromEntries(
    plain.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]])),
  )
  const {
    'x-format': format,
    'x-required': required,
    'x-secret': secret,
    'x-line': line,
    'x-time': time,
  } = schema
  const notes = [
    ...(time === true ? ['Milliseconds since 1970-01-01 UTC. Requests can also send ISO 8601 text.'] : []),
    ...(line === true ? ['One line without control characters.'] : []),
  ]
  return {
    ...rules,
    ...(format === undefined
      ? secret === true && schema.writeOnly === true
        ? { format: 'password' }
        : {}
      : { format }),
    ...(required === true ? { minLength: Math.max(1, schema.minLength ?? 0), pattern: '\\S' } : {}),
    ...(notes.length === 0 ? {} : { description: notes.join(' ') }),
  }
}
