import type { FastifyReply, FastifyRequest } from 'fastify'
import { atLeast, type Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Access, Route } from '@pennant/contract/route'
import { countedAs, isLoopback } from './address.ts'
import type { EdgeNeeds } from './needs.ts'
import { createGatekeeper } from './limit.ts'
import { cookieOptions, sessionCookie, sessionTokensOf } from './session-cookie.ts'

/**
 * What happens before anything of a request is read, in the order of the wire: who is it, not too often,
 * allowed at all, the right media type.
 */
export const createGate = (needs: EdgeNeeds) => {
  const keeper = createGatekeeper(needs.limiter)
  const { disableRateLimit } = needs.options

  const identify = async (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route | null,
  ): Promise<void> => {
    const tokens = sessionTokensOf(request.headers.cookie)
    if (tokens.length === 0) return
    // Made-up tokens must not buy trips to the database beyond what an address may ask at all.
    const key = addressKey(request)
    const counted = !disableRateLimit && !isLoopback(request.client) && !tokens.every(needs.knowsToken)
    if (counted && (await keeper.exhausted('global', key))) return
    const prolong = route !== null && isPrivate(route)
    const found = await Promise.all(
      tokens.map(async (token) => ({ token, authenticated: await needs.authenticate(token, { prolong }) })),
    )
    const [only, another] = found.filter((one) => one.authenticated !== null)
    if (only === undefined || only.authenticated === null || another !== undefined) return
    const { token, authenticated } = only
    request.principal = authenticated.principal
    if (authenticated.renewed !== null)
      void reply.setCookie(sessionCookie, token, cookieOptions(request.protocol, authenticated.renewed))
  }

  const limit = async (request: FastifyRequest, reply: FastifyReply, route: Route | null): Promise<void> => {
    if (disableRateLimit) return
    const gone = new AbortController()
    const abort = (): void => gone.abort(new Problem('request.tooMany', { seconds: 60 }, { retryAfter: 60 }))
    reply.raw.once('close', abort)
    const key = request.principal === null ? addressKey(request) : `user:${request.principal.userId}`
    // The server's own machine and whoever has no address are not counted, as on the wire.
    if (request.client !== null && !isLoopback(request.client)) await keeper.enter('global', key, gone.signal)
    if (route?.limit === undefined) return
    const leave = await keeper.enter(route.limit, key, gone.signal)
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }

  const admit = (request: FastifyRequest, route: Route): void => {
    if (route.access === 'anonymous') return
    const { principal } = request
    if (principal === null) throw new Problem('auth.required')
    if (route.access === 'session') return
    const needed = roleFor[route.access]
    if (!atLeast(principal.role, needed)) {
      if (needed !== 'User') needs.onDenied(principal, route, request.client)
      throw new Problem(principal.role === 'Banned' ? 'auth.banned' : 'auth.forbidden')
    }
    needs.onVisit(principal, request.client)
  }

  return (route: Route | null) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await identify(request, reply, route)
      await limit(request, reply, route)
      if (route === null) return
      admit(request, route)
      expectMediaType(request, route)
    }
}

const roleFor: Readonly<Record<Exclude<Access, 'anonymous' | 'session'>, Role>> = {
  user: 'User',
  monitor: 'Monitor',
  admin: 'Admin',
}

/** What everybody may read can be kept by a proxy on the way: nobody's cookie belongs there. */
const isPrivate = ({ access, path }: Route): boolean =>
  access !== 'anonymous' || path.startsWith('/api/account/')

const addressKey = (request: FastifyRequest): string =>
  `address:${request.client === null ? 'unknown' : countedAs(request.client)}`

const json = /^\s*(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i
const form = /^\s*multipart\/form-data\s*(;|$)/i

/** The separator of a form has at most seventy characters. */
const longestMediaType = 200

const expectMediaType = (request: FastifyRequest, route: Route): void => {
  if (route.body === undefined && route.upload === undefined) return
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  // Nobody unpacks what may be a thousand times larger than it looks.
  if (encoding.trim().toLowerCase() !== 'identity') throw new Problem('request.mediaType')
  if (route.body !== undefined && !json.test(type)) throw new Problem('request.mediaType')
  // Without a body there is no file, which is for the handler to say.
  if (route.upload !== undefined && type !== '' && !form.test(type)) throw new Problem('request.mediaType')
  if (type.length > longestMediaType) throw new Problem('request.malformed')
}
