type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

/** Prefers the values under `exact`, which other readers ignore. */
export const withExact = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withExact)
  const members = membersOf(value)
  if (members === undefined) return value
  const given = Object.entries(members)
  const [, own] = given.findLast(([name]) => name.toLowerCase() === 'exact') ?? []
  const exact = Object.entries(membersOf(own) ?? {})
  const names = new Set(exact.map(([name]) => name.toLowerCase()))
  const others = exact.length === 0 ? given : given.filter(([name]) => !names.has(name.toLowerCase()))
  return Object.fromEntries([...others, ...exact].map(([name, member]) => [name, withExact(member)]))
}
