export type Value = string | number | boolean | null | readonly string[] | readonly Row[]

type Row = { readonly [name: string]: string | number }

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
  | {
      readonly many: true
      /** Of an element of a JSON array; null: it can't be one. */
      itemText(item: unknown): string | null
      split(text: string): readonly string[]
      read(texts: readonly string[]): Read<T>
    }
)

/** `refused` may be empty, and never quotes the value. */
export type Read<T> =
  | { readonly value: T; readonly warning?: string }
  | { readonly refused: string; readonly part?: string }

export type One<T extends Value> = Extract<ValueType<T>, { many: false }>
export type Many<T extends Value> = Extract<ValueType<T>, { many: true }>

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
  return numeric(least, most, `a whole number from ${least} to ${most}`, wholeNumber)
}

export function tenths(least: number, most: number): One<number> {
  return numeric(least, most, `a number from ${least} to ${most} with one decimal at most`, (text) =>
    /^\s*\d{1,6}(\.\d)?\s*$/.test(text) ? Number(text) : Number.NaN,
  )
}

function numeric(least: number, most: number, allowed: string, read: (text: string) => number): One<number> {
  return one(`${least} to ${most}`, allowed, (text) => {
    const value = read(text)
    return value >= least && value <= most ? { value } : refused
  })
}

export function clampedInteger(least: number, most: number): One<number> {
  return one(`${least} to ${most}`, `a whole number; it is forced into ${least} to ${most}`, (text) => {
    const asked = wholeNumber(text)
    if (Number.isNaN(asked)) return refused
    const value = Math.min(most, Math.max(least, asked))
    if (value === asked) return { value }
    return { value, warning: `${asked} is outside ${least} to ${most}, ${value} is used` }
  })
}

function wholeNumber(text: string): number {
  return /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) + 0 : Number.NaN
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

export function checked(name: string, allowed: string, passes: (text: string) => boolean): One<string> {
  return one(name, allowed, (given) => {
    const value = given.trim()
    return passes(value) ? { value } : refused
  })
}

export function matching(name: string, allowed: string, pattern: RegExp): One<string> {
  return checked(name, allowed, (text) => pattern.test(text))
}

/** Length in UTF-16 units. */
export function plainText(longest = Number.POSITIVE_INFINITY): One<string> {
  const allowed = Number.isFinite(longest) ? `text of up to ${longest} characters` : 'text'
  return checked('text', allowed, (text) => text.length <= longest)
}

/** Not trimmed: a password may begin or end with a space. */
export function secretText(): One<string> {
  return one('text', 'text', (given) => ({ value: given }))
}

export function filePath(): One<string> {
  const type = checked('path', 'the path of a file or folder', (text) => text !== '' && !text.includes('\0'))
  return { ...type, isPath: true }
}

export function optional<T extends string>(type: One<T>): One<T | null> {
  return unlessBlank(type, null)
}

export function orBlank(type: One<string>): One<string> {
  return unlessBlank(type, '')
}

function unlessBlank<T extends string, B extends Value>(type: One<T>, blank: B): One<T | B> {
  const read = (given: string): Read<T | B> => (given.trim() === '' ? { value: blank } : type.read(given))
  return { ...type, allowed: `${type.allowed}, or nothing`, read }
}

export function jsonText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

export function listOf(type: One<string>, plural: string): Many<readonly string[]> {
  return {
    name: `list of ${plural}`,
    allowed: `a list in which every part is ${type.allowed}`,
    many: true,
    itemText: jsonText,
    split: (text) => text.split(','),
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
