import type { Value, ValueType } from './value.ts'

/** One setting: what it may hold, what it holds when nobody says anything, and what it is for. */
export type Setting<T extends Value = Value> = {
  readonly kind: 'setting'
  readonly type: ValueType<T>
  readonly default: T
  readonly text: string
  readonly secret: boolean
  /** Other names of a list. What is given under several names at once is put together. */
  readonly alsoNamed: readonly string[]
}

/** Settings under one key. */
export type Section<M extends Members = Members> = {
  readonly kind: 'section'
  readonly text: string
  readonly members: M
}

/** The same section any number of times, under keys that the operator chooses. */
export type Table<S extends Section = Section> = {
  readonly kind: 'table'
  readonly key: string
  readonly row: S
}

export type Node = Setting | Section | Table
export type Members = { readonly [name: string]: Node }

/** The type of the values that a part of the schema describes. */
export type ValuesOf<N> =
  N extends Setting<infer T>
    ? T
    : N extends Table<infer S>
      ? { readonly [key: string]: ValuesOf<S> }
      : N extends Section<infer M>
        ? { readonly [K in keyof M]: ValuesOf<M[K]> }
        : never

type More = { alsoNamed?: readonly string[] }

export function setting<T extends Value>(
  type: ValueType<T>,
  fallback: NoInfer<T>,
  text: string,
  more: More = {},
): Setting<T> {
  return {
    kind: 'setting',
    type,
    default: fallback,
    text,
    secret: false,
    alsoNamed: more.alsoNamed ?? [],
  }
}

/** A setting whose value is never printed and which can be read from a file of its own. */
export function secret<T extends Value>(type: ValueType<T>, fallback: NoInfer<T>, text: string): Setting<T> {
  return { ...setting(type, fallback, text), secret: true }
}

export function section<M extends Members>(text: string, members: M): Section<M> {
  return { kind: 'section', text, members }
}

export function table<S extends Section>(key: string, row: S): Table<S> {
  return { kind: 'table', key, row }
}
