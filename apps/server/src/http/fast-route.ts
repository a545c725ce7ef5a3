import type { Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'
import { createAnswerer, type Answerer } from './answerer.ts'
import type { BoundRoute } from './bind.ts'
import { bodyLimitOf } from './body.ts'
import { type Addressed, compileReaders, type Readers } from './call.ts'

type FastRoute = {
  readonly bound: BoundRoute
  readonly route: Route
  readonly read: Readers
  readonly mostBytes: number
  readonly answer: Answerer
  /** Null when the path is of another route, or is written in an unusual way. */
  paramsOf(path: string): Params | null
}

type Params = Readonly<Record<string, string>>

export type FastMatch = {
  readonly fast: FastRoute
  readonly params: Params
  /** Null when it would have to be decoded, or the route has none. */
  readonly query: Params | null
  addressed: Addressed | undefined
}

export const fastRoutesOf = (routes: readonly BoundRoute[], maxBodyBytes: number): FastRoute[] =>
  routes
    .filter(({ fast }) => fast !== undefined)
    .map((bound) => {
      const { route } = bound
      if (route.upload !== undefined || route.anyMethod !== undefined)
        throw new Error(`${route.id} can't take the fast path`)
      return {
        bound,
        route,
        read: compileReaders(route),
        mostBytes: bodyLimitOf(route, maxBodyBytes),
        answer: createAnswerer(route),
        paramsOf: createParamsOf(route),
      }
    })
    // As in the framework, `latest` is a path of its own before it is the id of a post.
    .toSorted((one, other) => namesIn(one.route).length - namesIn(other.route).length)

const mostKnown = 4_096
// A client can send longer ones, and must not fill the memory with them.
const longestKnown = 128

/** Keeps what it has found out about an address: most are asked for again. */
export const createFastRouter = (fastRoutes: readonly FastRoute[]) => {
  const methods = new Set(fastRoutes.map(({ route }) => route.method))
  const knownBy = new Map<string, Map<string, FastMatch>>(
    [...methods].map((method) => [method, new Map<string, FastMatch>()]),
  )

  const find = (method: string, url: string): FastMatch | null => {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    for (const fast of fastRoutes) {
      if (fast.route.method !== method) continue
      const params = fast.paramsOf(path)
      if (params === null) continue
      const query = queryOf(fast.route, end < 0 ? '' : url.slice(end + 1))
      return { fast, params, query, addressed: undefined }
    }
    return null
  }

  return (method: string, url: string): FastMatch | null => {
    const known = knownBy.get(method)
    if (known === undefined) return null
    const before = known.get(url)
    if (before !== undefined) return before
    if (url.length > longestKnown) return find(method, url)
    // It may be a part of a longer text, which would stay in memory with it.
    const own = Buffer.from(url, 'latin1').toString('latin1')
    const found = find(method, own)
    if (found === null || found.query === null) return found
    if (known.size >= mostKnown) known.clear()
    known.set(own, found)
    return found
  }
}

const noQuery = {}
// Nothing that would have to be decoded, and nothing twice.
const plainQuery = /^(?:[a-z]{1,32}=[\w-]{1,64}(?:&(?!$)|$)){1,4}$/i

const queryOf = ({ query }: Route, search: string): Params | null => {
  if (search === '') return noQuery
  if (query === undefined || !plainQuery.test(search)) return null
  const pairs = search.split('&').map((pair) => pair.split('='))
  const given = Object.fromEntries(pairs) as Record<string, string>
  return Object.keys(given).length === pairs.length ? given : null
}

const namesIn = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const createParamsOf = (route: Route): FastRoute['paramsOf'] => {
  const { properties = {} } = route.params ?? {}
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => patternOf(properties[name]))
  const pattern = new RegExp(`^${path}$`, 'i')
  const names = namesIn(route)
  return (asked) => {
    const given = pattern.exec(asked)
    if (given === null) return null
    const params: Record<string, string> = {}
    for (const [index, name] of names.entries()) params[name] = given[index + 1] ?? ''
    return params
  }
}

// Nothing that would have to be decoded.
const patternOf = (schema: Schema | undefined): string =>
  schema?.type === 'integer' ? '(\\d{1,9})' : '([\\w.-]{1,255})'
