import { gamePermissions } from '@pennant/contract/enums'

const { All: all, ...single } = gamePermissions
const none = 'None'

// A bit without a name is a number, which readers of such lists take as well.
export const permissionNames = (mask: number): string[] => {
  if (mask === all) return ['All']
  if (mask === 0) return [none]
  const names = Object.entries(single).filter(([, bit]) => (mask & bit) !== 0)
  const rest = names.reduce((left, [, bit]) => left & ~bit, mask)
  return [...names.map(([name]) => name), ...(rest === 0 ? [] : [String(rest)])]
}

const bits = new Map<string, number>(
  Object.entries(gamePermissions).map(([name, bit]) => [name.toLowerCase(), bit]),
)

/** `All` wins over `None`, which wins over all others; unknown names mean nothing. */
export const permissionsOf = (given: readonly unknown[]): number => {
  const names = given
    .filter((name) => typeof name === 'string' || typeof name === 'number')
    .map((name) => String(name).trim().toLowerCase())
  if (names.includes('all')) return all
  if (names.includes(none.toLowerCase())) return 0
  return names.reduce((mask, name) => mask | (bits.get(name) ?? numberOf(name)), 0)
}

const numberOf = (name: string): number => {
  const number = /^\d{1,10}$/.test(name) ? Number(name) : 0
  return number <= all ? number : 0
}
