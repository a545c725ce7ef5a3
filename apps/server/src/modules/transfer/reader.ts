import { Problem } from '@pennant/contract/problem'
import type { ChangeCollector } from './change.ts'

/** A place in a package: the entry, and the member in it. `changes` hears what is not taken as it is written. */
export type Place = { readonly entry: string; readonly path: string; readonly changes?: ChangeCollector }

/**
 * Turns what a document holds into what it stands for. As tolerant as the platforms that write such packages:
 * member names in any case, members that nobody knows passed over, numbers also as text. Throws a `Problem`
 * whose `field` names the entry and the member.
 */
export type Read<T> = (value: unknown, at: Place) => T

export const fieldOf = ({ entry, path }: Place): string => (path === '' ? entry : `${entry}: ${path}`)

const wrongType = (at: Place): Problem => new Problem('validation.type', { field: fieldOf(at) })

export type Members = <T>(name: string, read: Read<T>) => T

/** `value` has to be an object; what is read of it is asked for by name. */
export const membersOf = (value: unknown, at: Place): Members => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(at)
  const given = new Map(
    Object.entries(value).map(([name, member]) => [name.toLowerCase(), member as unknown]),
  )
  return (name, read) =>
    read(given.get(name.toLowerCase()), {
      ...at,
      path: at.path === '' ? name : `${at.path}.${name}`,
    })
}

/** What is null or left out. */
export const orElse =
  <T, F>(read: Read<T>, fallback: F): Read<T | F> =>
  (value, at) =>
    value == null ? fallback : read(value, at)

export const listOf =
  <T>(read: Read<T>, max = Number.POSITIVE_INFINITY): Read<T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw wrongType(at)
    if (value.length > max) throw new Problem('validation.tooMany', { field: fieldOf(at), max })
    return value.map((item: unknown, index) => read(item, { ...at, path: `${at.path}[${index}]` }))
  }

type TextRules = { min?: number; max?: number; required?: true; line?: true }

/** Something that can be seen. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export const text =
  ({ min = 0, max = Number.POSITIVE_INFINITY, required, line }: TextRules): Read<string> =>
  (value, at) => {
    const field = fieldOf(at)
    if (required === true && (value == null || (typeof value === 'string' && !visible.test(value))))
      throw new Problem('validation.required', { field })
    if (typeof value !== 'string') throw wrongType(at)
    if (value.includes('\0') || !value.isWellFormed()) throw new Problem('validation.text', { field })
    if (line === true && controls.test(value)) throw new Problem('validation.text', { field })
    if (value.length < min) throw new Problem('validation.tooShort', { field, min })
    if (value.length > max) throw new Problem('validation.tooLong', { field, max })
    return value
  }

const numberText = /^\s*[-+]?\d{1,20}(\.\d{1,20})?([eE][-+]?\d{1,3})?\s*$/

export const number =
  (min: number, max: number): Read<number> =>
  (value, at) => {
    const read = typeof value === 'string' && numberText.test(value) ? Number(value) : value
    if (typeof read !== 'number' || !Number.isFinite(read)) throw wrongType(at)
    if (read < min || read > max) throw new Problem('validation.range', { field: fieldOf(at), min, max })
    return read
  }

export const integer = (min: number, max: number): Read<number> => {
  const read = number(min, max)
  return (value, at) => {
    const whole = read(value, at)
    if (!Number.isInteger(whole)) throw wrongType(at)
    return whole
  }
}

export const flag: Read<boolean> = (value, at) => {
  if (typeof value !== 'boolean') throw wrongType(at)
  return value
}

/** By name in any case, or by number. */
export const choice = <N extends string>(members: Readonly<Record<N, number>>): Read<N> => {
  const names = Object.keys(members) as N[]
  return (value, at) => {
    const found = names.find((name) =>
      typeof value === 'string'
        ? name.toLowerCase() === value.toLowerCase() || String(members[name]) === value
        : members[name] === value,
    )
    if (found === undefined) throw new Problem('validation.choice', { field: fieldOf(at) })
    return found
  }
}

const hex = /^[0-9a-f]{64}$/i

/** SHA-256, in lower case. */
export const hash: Read<string> = (value, at) => {
  if (typeof value !== 'string' || !hex.test(value)) throw wrongType(at)
  return value.toLowerCase()
}
