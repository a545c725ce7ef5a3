import { Problem } from '@pennant/contract/problem'
import { isColor, type Schema } from '@pennant/contract/schema'
import { isEmail, isLabel, isPhone } from './text-format.ts'

// By the rules of the wire: member names in any case, unknown members ignored, numbers also as text,
// enumerations by name or number, times also as ISO text. The first fault is reported.
export type Reader = (value: unknown, field: string) => unknown

export const compileReader = (schema: Schema): Reader => compile(schema, 'name')

/** Missing and null values become the default. `field`: the document or, with `within`, a path in it. */
export const compileDocumentReader = <T>(
  schema: Schema<T>,
  { within = false }: { within?: boolean } = {},
): ((value: unknown, field: string) => T) => {
  const read = compile(schema, within ? 'path' : 'document')
  // The reader returns what the schema describes.
  return (value, field) => read(value, field) as T
}

type Naming = 'name' | 'document' | 'path'

const separators = { document: ': ', path: '.' } as const

const compile = (schema: Schema, naming: Naming): Reader => {
  const nullable =
    typesOf(schema).includes('null') || (schema.anyOf?.some((one) => one.type === 'null') ?? false)
  const read =
    schema.anyOf === undefined ? compileType(schema, naming) : compile(notNull(schema.anyOf), naming)
  return nullable ? (value, field) => (value === null ? null : read(value, field)) : read
}

const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type)

const notNull = (alternatives: readonly Schema[]): Schema => {
  const real = alternatives.filter((one) => one.type !== 'null')
  const [only] = real
  if (only === undefined || real.length > 1) throw new Error('the reader knows no unions beyond null')
  return only
}

const compileType = (schema: Schema, naming: Naming): Reader => {
  const type = typesOf(schema).find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return compileObject(schema, naming)
    case 'array':
      return compileArray(schema, naming)
    case 'string':
      if (schema.format === 'date-time') return readMoment
      return schema.enum === undefined ? compileText(schema) : compileChoice(schema)
    case 'integer':
    case 'number':
      return compileNumber(schema, type === 'integer')
    case 'boolean':
      return readBoolean
    case undefined:
      return (value) => value
    default:
      throw new Error(`the reader knows no type ${type}`)
  }
}

const wrongType = (field: string): Problem =>
  field === '' ? new Problem('validation.body') : new Problem('validation.type', { field })

type Member = { name: string; read: Reader; required: boolean; fallback: unknown }

const compileObject = (schema: Schema, naming: Naming): Reader => {
  const inner = naming === 'name' ? 'name' : 'path'
  const members: Member[] = Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    read: compile(member, inner),
    required: schema.required?.includes(name) ?? false,
    fallback: member.default,
  }))
  const canonical = new Map(members.map(({ name }) => [name.toLowerCase(), name]))
  return (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(field)
    const given = new Map<string, unknown>()
    for (const [key, member] of Object.entries(value)) {
      const name = canonical.get(key.toLowerCase())
      if (name !== undefined) given.set(name, member)
    }
    const result: Record<string, unknown> = {}
    if (naming !== 'name') {
      for (const { name, read, fallback } of members) {
        const member = given.get(name) ?? null
        result[name] =
          member === null && fallback !== undefined
            ? fallback
            : read(member, `${field}${separators[naming]}${name}`)
      }
      return result
    }
    for (const { name, read, required, fallback } of members) {
      const member = given.get(name)
      if (member !== undefined) result[name] = read(member, name)
      else if (fallback !== undefined) result[name] = fallback
      else if (required) throw new Problem('validation.required', { field: name })
    }
    return result
  }
}

const compileArray = (schema: Schema, naming: Naming): Reader => {
  const readItem = compile(schema.items ?? {}, naming === 'name' ? 'name' : 'path')
  const max = schema.maxItems ?? Number.POSITIVE_INFINITY
  return (value, field) => {
    if (!Array.isArray(value)) throw wrongType(field)
    if (value.length > max) throw new Problem('validation.tooMany', { field, max })
    if (naming === 'name') return value.map((item) => readItem(item, field))
    return value.map((item, at) => readItem(item, `${field}[${at}]`))
  }
}

// Zero-width characters count as blank.
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

// PostgreSQL can't store NUL; other control characters don't belong in one line.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// They would reorder the text around a name.
const directions = /[\u202a-\u202e\u2066-\u2069]/

const compileText = (schema: Schema): Reader => {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern)
  const bytes = schema['x-bytes']
  const required = schema['x-required'] === true
  const line = schema['x-line'] === true
  const format = schema['x-format']
  const guid = schema.format === 'uuid'
  return (value, field) => {
    if (value === null && required) throw new Problem('validation.required', { field })
    if (typeof value !== 'string') throw wrongType(field)
    if (required && !visible.test(value)) throw new Problem('validation.required', { field })
    if (value.includes('\0') || !value.isWellFormed()) throw new Problem('validation.text', { field })
    if (line && controls.test(value)) throw new Problem('validation.text', { field })
    if (line && directions.test(value)) throw new Problem('name.invisible', { field })
    if (value.length < minLength) throw new Problem('validation.tooShort', { field, min: minLength })
    if (value.length > maxLength && (bytes === undefined || graphemesIn(value) > maxLength))
      throw new Problem('validation.tooLong', { field, max: maxLength })
    if (bytes !== undefined && Buffer.byteLength(value) > bytes)
      throw new Problem('validation.tooManyBytes', { field, max: bytes })
    if (format === 'emailOrNone' && value !== '' && !isEmail(value))
      throw new Problem('validation.email', { field })
    if (format === 'email' && !isEmail(value)) throw new Problem('validation.email', { field })
    if (format === 'phone' && !isPhone(value)) throw new Problem('validation.phone', { field })
    if (format === 'color' && value !== '' && !isColor(value))
      throw new Problem('validation.color', { field })
    if (format === 'label' && !isLabel(value)) throw new Problem('validation.label', { field })
    if (guid) return readGuid(value, field)
    if (pattern !== undefined && !pattern.test(value)) throw new Problem('validation.type', { field })
    return value
  }
}

const guidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const readGuid = (value: string, field: string): string => {
  const lower = value.toLowerCase()
  if (!guidShape.test(lower)) throw new Problem('validation.type', { field })
  return lower
}

const compileChoice = (schema: Schema): Reader => {
  const byName = new Map<string, string>()
  const byNumber = new Map<number, string>()
  for (const name of schema.enum ?? []) if (typeof name === 'string') byName.set(name.toLowerCase(), name)
  for (const [name, number] of Object.entries(schema['x-numbers'] ?? {})) byNumber.set(number, name)
  return (value, field) => {
    const number = typeof value === 'string' && integerText.test(value) ? Number(value) : value
    const name =
      typeof number === 'number'
        ? byNumber.get(number)
        : typeof value === 'string'
          ? byName.get(value.toLowerCase())
          : undefined
    if (name === undefined) throw new Problem('validation.choice', { field })
    return name
  }
}

const integerText = /^\s*[-+]?\d{1,20}\s*$/
const numberText = /^\s*[-+]?\d{1,20}(\.\d{1,20})?([eE][-+]?\d{1,3})?\s*$/
const isoText = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
// Years 1 to 9999, which PostgreSQL and every client support.
const times = { min: -62_135_596_800_000, max: 253_402_300_799_999 }

const compileNumber = (schema: Schema, whole: boolean): Reader => {
  const time = schema['x-time'] === true
  const minimum = schema.minimum ?? (time ? times.min : Number.NEGATIVE_INFINITY)
  const maximum = schema.maximum ?? (time ? times.max : Number.POSITIVE_INFINITY)
  return (value, field) => {
    const number = toNumber(value, whole, time)
    if (number === undefined || !Number.isFinite(number) || (whole && !Number.isInteger(number)))
      throw time ? new Problem('validation.date', { field }) : wrongType(field)
    if (number < minimum || number > maximum)
      throw time
        ? new Problem('validation.date', { field })
        : new Problem('validation.range', { field, min: minimum, max: maximum })
    return number
  }
}

const toNumber = (value: unknown, whole: boolean, time: boolean): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if ((whole ? integerText : numberText).test(value)) return Number(value)
  return time ? msOf(value) : undefined
}

const readMoment: Reader = (value, field) => {
  const ms = typeof value === 'string' ? msOf(value) : undefined
  // Excludes NaN, too.
  if (ms === undefined || !(ms >= times.min && ms <= times.max))
    throw new Problem('validation.date', { field })
  return new Date(ms).toISOString()
}

const msOf = (text: string): number | undefined => {
  if (!isoText.test(text) || !isInCalendar(text.slice(0, 10))) return undefined
  // Without a zone the text means UTC, like everything on the wire.
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : utc(text))
}

// `Date` turns February 30 into March 2.
const isInCalendar = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const utc = (text: string): string => (text.length === 10 ? text : `${text}Z`)

const readBoolean: Reader = (value, field) => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value))
    return value.trim().toLowerCase() === 'true'
  throw wrongType(field)
}

const segmenter = new Intl.Segmenter()

// What people count as one character: a letter with its marks, or an emoji of several parts.
const graphemesIn = (text: string): number => [...segmenter.segment(text)].length
