import { filtersOf, type Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'
import type { Attempt } from './audit.ts'
import { requestOf, withBody, type Example } from './example.ts'
import { membersOf, withMember, withoutMember } from './members.ts'
import { kindOf, rightValues, wrongValues, type Value } from './values.ts'

export function* wrongBodies(route: Route, example: Example): Generator<Attempt> {
  if (route.body === undefined) return
  const { as, body } = example
  const request = requestOf(route, example)
  for (const { path, schema, required } of membersOf(route.body)) {
    const name = path.join('.') || 'the body'
    if (required && typeof path.at(-1) === 'string')
      yield { says: `without ${name}`, as, request: withBody(request, withoutMember(body, path)) }
    for (const { says, json } of wrongValues(schema))
      yield { says: `${name}: ${says}`, as, request: withBody(request, withMember(body, path, json)) }
  }
}

export function* wrongQueries(route: Route, example: Example): Generator<Attempt> {
  const { as } = example
  const request = requestOf(route, example)
  for (const [name, schema] of Object.entries(route.query?.properties ?? {})) {
    const rest = queryWithout(route, example, name)
    if (route.query?.required?.includes(name) === true)
      yield { says: `without ${name}`, as, request: { ...request, query: rest } }
    const mayBeEmpty = filtersOf(route).includes(name)
    for (const { says, text } of textsOf(schema, wrongValues(schema)))
      if (text !== '' || !mayBeEmpty)
        yield { says: `${name}: ${says}`, as, request: { ...request, query: `${rest}&${name}=${text}` } }
  }
}

export const rightVariants = (
  route: Route,
): { says: string; vary: (example: Example) => Attempt['request'] }[] => [
  ...[...membersOf(route.body ?? {})].flatMap(({ path, schema, required }) => {
    const name = path.join('.') || 'the body'
    const isMember = typeof path.at(-1) === 'string'
    const left = required || !isMember ? [] : [{ says: `without ${name}`, json: null }]
    return [...left, ...(route.body === undefined ? [] : rightValues(schema))].map(({ says, json }) => ({
      says: json === null ? says : `${name}: ${says}`,
      vary: (example: Example) =>
        withBody(
          requestOf(route, example),
          json === null ? withoutMember(example.body, path) : withMember(example.body, path, json),
        ),
    }))
  }),
  ...Object.entries(route.query?.properties ?? {}).flatMap(([name, schema]) =>
    textsOf(schema, rightValues(schema)).map(({ says, text }) => ({
      says: `${name}: ${says}`,
      vary: (example: Example) => ({
        ...requestOf(route, example),
        query: `${queryWithout(route, example, name)}&${name}=${text}`,
      }),
    })),
  ),
]

const queryWithout = (route: Route, example: Example, name: string): string => {
  const others = Object.entries(example.query ?? {}).filter(([one]) => one !== name)
  return requestOf(route, { ...example, query: Object.fromEntries(others) }).query
}

const textsOf = (schema: Schema, values: readonly Value[]): { says: string; text: string }[] =>
  values.flatMap(({ says, json }) => {
    const quoted = json.startsWith('"')
    const number = kindOf(schema) === 'integer' && /^-?\d+(\.\d+)?$/.test(json)
    if ((!quoted && !number) || /\\u[dD][89a-fA-F]/.test(json)) return []
    const content: unknown = quoted ? JSON.parse(json) : json
    return [{ says, text: encodeURIComponent(String(content)) }]
  })
