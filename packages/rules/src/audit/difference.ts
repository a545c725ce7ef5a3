import type { Schema } from '@pennant/contract/schema'

export type State = Readonly<Record<string, unknown>>

type Sides = { before: State; after: State }

/** Of the members that differ. `sealed` has those that hold a secret whole, the others have them without it. */
export type Difference = Sides & { sealed: Sides | null }

/** Null: not there. What the schema doesn't know counts as secret. */
export const differenceOf = (before: State | null, after: State | null, schema: Schema): Difference => {
  const open = newSides()
  const sealed = newSides()
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const whole = { before: before?.[name], after: after?.[name] }
    if (same(whole.before, whole.after)) continue
    const member = schema.properties?.[name]
    const shown = { before: withoutSecrets(whole.before, member), after: withoutSecrets(whole.after, member) }
    if (!same(shown.before, shown.after)) put(open, name, shown)
    if (!same(shown, whole)) put(sealed, name, whole)
  }
  const hasSecrets = Object.keys(sealed.before).length + Object.keys(sealed.after).length > 0
  return { ...open, sealed: hasSecrets ? sealed : null }
}

type Collected = { before: Record<string, unknown>; after: Record<string, unknown> }

const newSides = (): Collected => ({ before: {}, after: {} })

const put = (
  sides: Collected,
  name: string,
  { before, after }: { before: unknown; after: unknown },
): void => {
  if (before !== undefined) sides.before[name] = before
  if (after !== undefined) sides.after[name] = after
}

/** Undefined where nothing can be shown. */
const withoutSecrets = (value: unknown, schema: Schema | undefined): unknown => {
  if (schema === undefined || schema['x-secret'] === true) return undefined
  const { properties, additionalProperties, items } =
    schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value))
    return value.map((item) => withoutSecrets(item, items)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const shown = withoutSecrets(member, properties?.[name] ?? additionalProperties)
      return shown === undefined ? [] : [[name, shown]]
    }),
  )
}

const isObject = (value: unknown): value is State => typeof value === 'object' && value !== null

// A member that is undefined is absent, as in JSON.
const same = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => same(item, other[index]))
  if (!isObject(one) || !isObject(other) || Array.isArray(one) || Array.isArray(other)) return one === other
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    same(one[name], other[name]),
  )
}
