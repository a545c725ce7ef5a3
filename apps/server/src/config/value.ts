export type Value = string | number | boolean | null | readonly string[]

export type ValueType<T extends Value = Value> = {
  readonly name: string
  /** A noun phrase that ends a sentence. */
  readonly allowed: string
  /** The text that a flag without a value stands for. */
  readonly alone?: string
  /** Relative ones begin at the working directory. */
  readonly isPath?: boolean
} & (
  | { readonly many: false; read(text: string): Read<T> }
  | { readonly many: true; read(texts: readonly string[]): Read<T> }
)

/** `refused` may be empty, and never quotes the value. */
export type Read<T> =
  | { readonly value: T; readonly warning?: string }
  | { readonly refused: string; readonly part?: string }

export type One<T extends Value> = Extract<ValueType<T>, { many: false }>

export function one<T extends Value>(name: string, allowed: string, read: (text: string) => Read<T>): One<T> {
  return { name, allowed, many: false, read }
}

const refused = { refused: '' } as const

const yes = ['true', 'yes', 'on', '1']
const no = ['false', 'no', 'off', '0']

export function flag(): One<boolean> {
  const type = one<boolean>('true or false', 'true or false', (given) => {
    const text = given.trim().toLowerCase()
    if (yes.includes(text)) return { value: true }
    return no.includes(text) ? { value: false } : refused
  })
  return { ...type, alone: 'true' }
}

export function integer(least: number, most: number): One<number> {
  return one(`${least} to ${most}`, `a whole number from ${least} to ${most}`, (text) => {
    const value = wholeNumber(text)
    return value !== null && value >= least && value <= most ? { value } : refused
  })
}

export function clampedInteger(least: number, most: number): One<number> {
  return one(`${least} to ${most}`, `a whole number; it is forced into ${least} to ${most}`, (text) => {
    const asked = wholeNumber(text)
    if (asked === null) return refused
    const value = Math.min(most, Math.max(least, asked))
    if (value === asked) return { value }
    return { value, warning: `${asked} is outside ${least} to ${most}, ${value} is used` }
  })
}

export function tenths(least: number, most: number): One<number> {
  return one(`${least} to ${most}`, `a number from ${least} to ${most} with one decimal at most`, (text) => {
    const value = /^\s*\d{1,6}(\.\d)?\s*$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? { value } : refused
  })
}

export function port(): One<number> {
  return integer(0, 65535)
}

function wholeNumber(given: string): number | null {
  const text = given.trim()
  if (!/^[+-]?\d{1,15}$/.test(text)) return null
  return Number(text) + 0
}

export function choice<const N extends string>(names: readonly N[]): One<N> {
  const listed = names.join(', ')
  return one(`one of ${listed}`, `one of ${listed}`, (given) => {
    const text = given.trim().toLowerCase()
    const value = names.find((name) => name.toLowerCase() === text)
    return value === undefined ? refused : { value }
  })
}

export function choiceOf<N extends string>(members: Readonly<Record<N, number>>): One<N> {
  // Object.keys loses the key type; the members are a literal object of the contract.
  return choice(Object.keys(members) as N[])
}

/** Length in UTF-16 units. */
export function plainText(longest = Number.POSITIVE_INFINITY): One<string> {
  const allowed = Number.isFinite(longest) ? `text of up to ${longest} characters` : 'text'
  return one('text', allowed, (given) => {
    const value = given.trim()
    return value.length <= longest ? { value } : refused
  })
}

/** Not trimmed: a password may begin or end with a space. */
export function secretText(): One<string> {
  return one('text', 'text', (given) => ({ value: given }))
}

export function filePath(): One<string> {
  const type = one('path', 'the path of a file or folder', (given) => {
    const value = given.trim()
    return value === '' || value.includes('\0') ? refused : { value }
  })
  return { ...type, isPath: true }
}

export function matching(name: string, allowed: string, pattern: RegExp): One<string> {
  return one(name, allowed, (given) => {
    const value = given.trim()
    return pattern.test(value) ? { value } : refused
  })
}

/** Blank text means null. */
export function optional<T extends string>(type: One<T>): One<T | null> {
  const read = (given: string): Read<T | null> => (given.trim() === '' ? { value: null } : type.read(given))
  return { ...type, allowed: `${type.allowed}, or nothing`, read }
}

export function orBlank(type: One<string>): One<string> {
  return one(type.name, `${type.allowed}, or nothing`, (given) =>
    given.trim() === '' ? { value: '' } : type.read(given),
  )
}

export function listOf(type: One<string>, plural: string): ValueType<readonly string[]> {
  return {
    name: `list of ${plural}`,
    allowed: `a list in which every part is ${type.allowed}`,
    many: true,
    read(texts) {
      const values: string[] = []
      for (const part of texts) {
        const read = type.read(part)
        if ('refused' in read) return { ...read, part }
        if (!values.includes(read.value)) values.push(read.value)
      }
      return { value: values }
    },
  }
}
