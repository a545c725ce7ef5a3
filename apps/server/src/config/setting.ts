import type { Value, ValueType } from './value.ts'

export type Setting<T extends Value = Value> = {
  readonly kind: 'setting'
  readonly type: ValueType<T>
  readonly default: T
  readonly text: string
  readonly secret: boolean
  /** Lists only. Values under several names are joined. */
  readonly alsoNamed: readonly string[]
}

export type Section<M extends Members = Members> = {
  readonly kind: 'section'
  readonly text: string
  readonly members: M
}

export type Table<S extends Section = Section> = {
  readonly kind: 'table'
  readonly text: string
  readonly row: S
}

export type Node = Setting | Section | Table
export type Members = { readonly [name: string]: Node }

export type ValuesOf<N> =
  N extends Setting<infer T>
    ? T
    : N extends Table<infer S>
      ? { readonly [key: string]: ValuesOf<S> }
      : N extends Section<infer M>
        ? { readonly [K in keyof M]: ValuesOf<M[K]> }
        : never

export function setting<T extends Value>(
  type: ValueType<T>,
  fallback: NoInfer<T>,
  text: string,
  alsoNamed: readonly string[] = [],
): Setting<T> {
  return { kind: 'setting', type, default: fallback, text, secret: false, alsoNamed }
}

export function secret<T extends Value>(type: ValueType<T>, fallback: NoInfer<T>, text: string): Setting<T> {
  return { ...setting(type, fallback, text), secret: true }
}

export function section<M extends Members>(text: string, members: M): Section<M> {
  return { kind: 'section', text, members }
}

export function table<M extends Members>(text: string, members: M): Table<Section<M>> {
  return { kind: 'table', text, row: section('', members) }
}
