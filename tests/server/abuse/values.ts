import type { Schema } from '@pennant/contract/schema'
import { unused } from './setup.ts'

/** As JSON text, since JavaScript has no equivalent for some values. */
export type Value = { says: string; json: string }

const value = (says: string, json: string): Value => ({ says, json })
const text = (says: string, content: string): Value => value(says, JSON.stringify(content))

const isNullable = (schema: Schema): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf?.some((one) => one.type === 'null') ?? false)

export const bare = (schema: Schema): Schema => schema.anyOf?.find((one) => one.type !== 'null') ?? schema

export const kindOf = (schema: Schema): string => {
  const { type = '' } = bare(schema)
  return typeof type === 'string' ? type : (type.find((one) => one !== 'null') ?? '')
}

export const wrongValues = (schema: Schema): Value[] =>
  // `Anything` is judged by its service.
  Object.keys(schema).length === 0
    ? []
    : [...(isNullable(schema) ? [] : [value('null', 'null')]), ...wrongByKind(bare(schema), kindOf(schema))]

const wrongByKind = (schema: Schema, kind: string): Value[] => {
  switch (kind) {
    case 'string':
      return schema.enum === undefined ? wrongTexts(schema) : wrongChoices()
    case 'integer':
      return [...wrongNumbers(schema), ...halves]
    case 'number':
      return wrongNumbers(schema)
    case 'boolean':
      return [value('a number', '1'), text('a word', 'yes'), text('no text', ''), ...containers]
    case 'array':
      return [value('an object', '{}'), ...scalars, deep, ...tooMany(schema)]
    case 'object':
      return [value('a list', '[]'), ...scalars, deep]
    default:
      throw new Error(`what would be wrong for ${kind}?`)
  }
}

const containers = [value('a list', '[]'), value('an object', '{}')]
const scalars = [value('a number', '5'), value('true', 'true'), text('a text', 'text')]
const depth = 10_000
const deep = value('far too deep', `${'['.repeat(depth)}${']'.repeat(depth)}`)

const wrongTexts = (schema: Schema): Value[] => {
  const { minLength = 0, maxLength, 'x-required': required, 'x-line': line, 'x-format': format } = schema
  const name = schema.format === 'uuid' || schema.pattern !== undefined
  return [
    value('a number', '5'),
    value('false', 'false'),
    ...containers,
    deep,
    text('NUL', 'a\0bcd'),
    value('half a character', '"abc\\ud800"'),
    value('the other half', '"\\udc00abc"'),
    ...(maxLength === undefined ? [] : [text('too long', 'x'.repeat(maxLength + 1))]),
    ...(minLength > 1 ? [text('too short', 'x'.repeat(minLength - 1))] : []),
    ...(required === true ? [text('nothing', ''), text('blanks', '   \t')] : []),
    ...(line === true ? [text('two lines', 'ab\ncd'), text('a header', 'ab\r\nBcc: all@x.example')] : []),
    ...(name ? [text('no name', '../../etc'), text('no text', '')] : []),
    ...(format === 'email' || format === 'emailOrNone'
      ? wrongEmails.map((one) => text(`the address ${one}`, one))
      : []),
    ...(format === 'label' ? ['a,b', 'a，b', 'a、b'].map((one) => text(`the label ${one}`, one)) : []),
    ...(format === 'phone' ? wrongPhones.map((one) => text(`the number ${one}`, one)) : []),
  ]
}

const wrongEmails = [
  'nobody',
  '@x.example',
  'nobody@',
  'a@b@x.example',
  'a b@x.example',
  'a@x.example,b@x.example',
]
const wrongPhones = ['call me', '', '+-.', '12\0']

const wrongChoices = (): Value[] => [
  text('no such name', 'Nonsense'),
  value('no such number', '99'),
  value('half a number', '1.5'),
  text('no text', ''),
  text('a name of every object', '__proto__'),
  text('another one', 'constructor'),
  value('true', 'true'),
  ...containers,
]

const wrongNumbers = ({ minimum, maximum, 'x-time': time }: Schema): Value[] => [
  ...(time === true ? wrongTimes : []),
  text('no number', 'abc'),
  text('no text', ''),
  text('a hexadecimal number', '0x10'),
  text('other digits', '１２'),
  text('not a number', 'NaN'),
  value('true', 'true'),
  ...containers,
  value('infinity', '1e400'),
  value('the other infinity', '-1e400'),
  value('beyond what is exact', '9007199254740993'),
  ...(minimum === undefined ? [] : [value('too small', String(minimum - 1))]),
  ...(maximum === undefined ? [] : [value('too large', String(maximum + 1))]),
]

const halves = [value('half a number', '1.5'), text('half a number as text', '1.5')]

const tooMany = ({ maxItems }: Schema): Value[] =>
  maxItems === undefined
    ? []
    : [value('too many', `[${Array.from({ length: maxItems + 1 }, () => '{}').join()}]`)]

const wrongTimes = [
  value('before all time', '-62135596800001'),
  value('after it', '253402300800000'),
  text('a day that never was', '2026-02-30'),
  text('a time without a day', '10:00'),
]

export const rightValues = (schema: Schema): Value[] => [
  ...(isNullable(schema) ? [value('null', 'null')] : []),
  ...rightByKind(bare(schema), kindOf(schema)),
]

const rightByKind = (schema: Schema, kind: string): Value[] => {
  const { enum: names, 'x-numbers': numbers = {}, minimum, maximum, maxItems } = schema
  switch (kind) {
    case 'string':
      return names === undefined ? rightTexts(schema) : rightChoices(names, numbers)
    case 'boolean':
      return [text('true as text', 'true'), text('true in another case', 'True')]
    case 'integer':
      if (schema['x-time'] === true) return rightTimes
      return [
        value('the least', String(minimum)),
        value('the most', String(maximum)),
        text('a number as text', String(maximum)),
        value('a number with an exponent', `${minimum ?? 1}e0`),
        ...(minimum !== undefined && minimum <= 0 ? [value('minus zero', '-0')] : []),
      ]
    case 'number':
      return [
        value('the least', String(minimum)),
        value('the most', String(maximum)),
        value('a part', '0.25'),
        text('a part as text', '0.25'),
      ]
    case 'array':
      return [value('nothing', '[]'), ...(maxItems === undefined ? [] : rightItems(schema, maxItems))]
    default:
      return []
  }
}

const rightTimes = [
  value('the first moment of all', '-62135596800000'),
  value('the last', '253402300799999'),
  text('a moment as text', '1700000000000'),
  text('a day', '2026-11-21'),
  text('a moment elsewhere', '2026-11-21T10:00:00.5+02:00'),
]

const rightChoices = (
  names: readonly (string | null)[],
  numbers: Readonly<Record<string, number>>,
): Value[] => {
  const [name = ''] = names.filter((one) => one !== null)
  return [text('a name in another case', name.toUpperCase()), value('a number', String(numbers[name]))]
}

const rightTexts = (schema: Schema): Value[] => {
  const { minLength = 0, maxLength, format, pattern, 'x-format': kind } = schema
  if (format === 'uuid') return [text('nobody', unused.guid)]
  if (pattern !== undefined || maxLength === undefined) return []
  const longest = text('the longest', longestText(kind, maxLength))
  return kind === undefined && minLength > 0
    ? [text('the shortest', randomWord(minLength)), longest]
    : [longest]
}

const longestText = (kind: Schema['x-format'], length: number): string => {
  if (kind === 'phone') return '1'.repeat(length)
  if (kind === 'color') return '#a1B2c3'
  if (kind === 'email' || kind === 'emailOrNone')
    return `${randomWord(length - '@x.example'.length)}@x.example`
  return randomWord(length)
}

const randomWord = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

const rightItems = ({ items = {} }: Schema, count: number): Value[] =>
  kindOf(items) === 'string'
    ? [
        value(
          'as many as may be',
          JSON.stringify(Array.from({ length: count }, () => items.enum?.[0] ?? 'x')),
        ),
      ]
    : []
