import type { Schema } from '@pennant/contract/schema'

export type Written = {
  $ref?: string
  description?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Written>>
  required?: readonly string[]
  additionalProperties?: Written
  items?: Written
  anyOf?: readonly Written[]
  allOf?: readonly Written[]
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

export type WriteSchema = (schema: Schema) => Written

export const createSchemaWriter = (
  names: ReadonlyMap<Schema, string>,
): { write: WriteSchema; components(): Record<string, Written> } => {
  const named = new Map<string, Written>()

  const write: WriteSchema = (schema) => {
    const name = names.get(schema)
    if (name === undefined) return writeOut(schema)
    if (!named.has(name)) named.set(name, writeOut(schema))
    return { $ref: `#/components/schemas/${name}` }
  }

  const writeOut = (schema: Schema): Written => {
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
] as const satisfies (keyof Schema & keyof Written)[]

const rulesOf = (schema: Schema): Written => {
  const rules: Written = Object.fromEntries(
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
    ...(time === true ? ['Milliseconds since 1970-01-01 UTC; requests may also give ISO 8601 text.'] : []),
    ...(line === true ? ['One line without control characters.'] : []),
  ]
  return {
    ...rules,
    ...(format === undefined ? (secret === true ? { format: 'password' } : {}) : { format }),
    ...(required === true ? { minLength: Math.max(1, schema.minLength ?? 0), pattern: '\\S' } : {}),
    ...(notes.length === 0 ? {} : { description: notes.join(' ') }),
  }
}
