import type { Route } from '@pennant/contract/route'

type Params = Readonly<Record<string, string | number>>
type Query = Readonly<Record<string, string | number | boolean | undefined>>

export const pathOf = ({ path }: Pick<Route, 'path'>, params?: unknown, query?: unknown): string => {
  // Typed by the caller's route.
  const given = (params ?? {}) as Params
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Query))
    if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}
