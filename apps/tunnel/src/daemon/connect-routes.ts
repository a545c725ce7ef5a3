import { isOrigin } from '../scope/scope.ts'
import { readFacts } from '../scope/read-scope.ts'
import type { Scopes } from '../scope/scopes.ts'
import { empty, text } from './answer.ts'
import { parseJson, readAs, type Body } from './body.ts'
import type { Methods } from './routes.ts'

const notFound = (origin: string) => text(403, `Scope ${origin} not found`)

export const connectRoutes = (scopes: Scopes): Methods => ({
  GET({ origin }) {
    const scope = scopes.find(origin)
    if (scope === undefined) return notFound(origin)
    return empty(scope.state === 'pending' ? 201 : 202)
  },

  POST({ origin, body }) {
    if (!isOrigin(origin)) return text(403, 'Only a web site can ask for permission')
    const outcome = scopes.ask(origin, factsOf(body, origin))
    if (outcome === 'full') return text(429, 'Too many sites are waiting for permission')
    return empty(outcome === 'new' ? 200 : 202)
  },

  PATCH({ origin, body }) {
    const scope = scopes.find(origin)
    if (scope === undefined) return notFound(origin)
    const facts = readAs(body, (value) => readFacts(value, origin))
    if ('refused' in facts) return facts.refused
    scopes.edit(origin, facts.value)
    return empty(200)
  },
})

/** A site may ask even if its description is missing or invalid. */
const factsOf = (body: Body, origin: string) => {
  const parsed = parseJson(body)
  const facts = 'value' in parsed ? readFacts(parsed.value, origin) : parsed
  return 'value' in facts ? facts.value : { name: origin, features: ['basic' as const], settings: {} }
}
