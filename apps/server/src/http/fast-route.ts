import type { Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'
import { createAnswerer, type Answerer } from './answerer.ts'
import type { BoundRoute } from './bind.ts'
import { bodyLimitOf } from './body.ts'
import { compileReaders, type Readers } from './call.ts'

export type FastRoute = {
  readonly bound: BoundRoute
  readonly route: Route
  readonly read: Readers
  readonly mostBytes: number
  readonly answer: Answerer
  /** Null when the path is of another route, or is written in an unusual way. */
  paramsOf(path: string): Readonly<Record<string, string>> | null
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
