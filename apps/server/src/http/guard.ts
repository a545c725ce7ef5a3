import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { atLeast, type Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Access, Route } from '@pennant/contract/route'
import { opensRoute } from '@pennant/contract/scope'
import type { RequestOrigin } from './address.ts'
import type { Principal } from '../core/identity/caller.ts'
import { tokenOf } from '../kit/credential.ts'
import type { ServerNeeds } from './needs.ts'
import { type Counted, createRateLimits } from './limit.ts'
import { cookieName, cookieOptions, mentionsSession, sessionsIn, singleSession } from './session-cookie.ts'

export type Visitor = {
  readonly headers: IncomingHttpHeaders
  readonly origin: RequestOrigin
  principal: Principal | null
}

// In the order of the wire: identity, rate limit, permission, media type.
export const createGuard = (needs: ServerNeeds) => {
  const rateLimits = createRateLimits(needs.limiter, needs.addresses)
  const { disableRateLimit } = needs.options

  // Tells which credentials it takes more than a look into memory to check, or a cookie to answer.
  const recognize = (
    { cookie, authorization }: IncomingHttpHeaders,
    { scheme }: RequestOrigin,
    route: Route,
  ): Principal | null | 'session' | 'token' => {
    if (isUnidentified(route)) return null
    if (authorization !== undefined && bearerOf(authorization) !== null) return 'token'
    if (!mentionsSession(cookie)) return null
    const token = singleSession(cookie, scheme === 'https')
    const known = token === null ? undefined : needs.recall(token, { prolong: isPrivate(route) })
    return known === undefined || known.renewed !== null ? 'session' : known.principal
  }

  // During a wait the session may have ended, or changed its user.
  const recognizeAgain = async (visitor: Visitor): Promise<void> => {
    const { origin, headers } = visitor
    const found = await needs.identify(sessionsOf(headers, origin), {
      address: origin.client,
      prolong: false,
    })
    visitor.principal = found?.authenticated.principal ?? null
  }

  // On anonymous routes an invalid token counts as none.
  const identifyBearer = async (request: FastifyRequest, route: Route | null): Promise<void> => {
    const bearer = bearerOf(request.headers.authorization)
    if (bearer === null || route === null) return
    needs.openLimit('token', { address: request.origin.client })
    const principal = await needs.authorize(bearer)
    if (route.access !== 'anonymous' || opensRoute(principal?.token?.scopes ?? [], route))
      request.principal = principal
  }

  const identify = async (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route | null,
  ): Promise<void> => {
    request.principal = null
    const tokens = sessionsOf(request.headers, request.origin)
    if (tokens.length === 0) return identifyBearer(request, route)
    const prolong = route !== null && isPrivate(route)
    const found = await needs.identify(tokens, { address: request.origin.client, prolong })
    if (found === undefined) return identifyBearer(request, route)
    const { token, authenticated } = found
    request.principal = authenticated.principal
    const secure = request.origin.scheme === 'https'
    if (authenticated.renewed !== null)
      void reply.setCookie(cookieName(secure), tokenOf(token), cookieOptions(secure, authenticated.renewed))
  }

  // True after a wait: what was known before may no longer hold.
  const limit = (
    visitor: Visitor,
    response: ServerResponse,
    route: Route | null,
    open: Route['open'],
  ): boolean | Promise<boolean> => {
    const counted = countedAt(visitor)
    const isOpenTo = visitor.origin.counted && isOpen(open, visitor)
    if (isOpenTo) needs.openLimit('open', { counted })
    const isInWindow = visitor.origin.counted && !isOpenTo
    if (!isInWindow && route?.limit === undefined) return false
    let waited = false
    const onWait = (): AbortSignal => {
      waited = true
      return goneOf(response)
    }
    const enterRoute = (): boolean | Promise<boolean> => {
      if (route?.limit === undefined) return waited
      const stay = (leave: () => void): boolean => {
        if (response.closed) leave()
        else response.once('close', leave)
        return waited
      }
      const entered = rateLimits.enter(route.limit, counted, onWait)
      return entered instanceof Promise ? entered.then(stay) : stay(entered)
    }
    if (!isInWindow) return enterRoute()
    const entered = rateLimits.enter('global', counted, onWait)
    return entered instanceof Promise ? entered.then(enterRoute) : enterRoute()
  }

  const admit = (visitor: Visitor, route: Route): void => {
    const {
      principal,
      origin,
      origin: { client },
    } = visitor
    if ((origin.rehearsal === true || principal?.rehearsal === true) && !mayRehearse(principal, route))
      throw new Problem('auth.forbidden')
    const isLocked = principal !== null && route.withoutFactor !== true && needs.lacksFactor(principal)
    if (route.access === 'anonymous') {
      if (isLocked) visitor.principal = null
      return
    }
    if (principal === null) throw new Problem('auth.required')
    if (isLocked) throw new Problem('auth.secondFactorNeeded')
    const { token } = principal
    if (token !== undefined && !opensRoute(token.scopes, route)) {
      needs.onDenied(principal, route, client)
      throw new Problem('auth.forbidden')
    }
    if (route.access === 'session') return
    const needed = roleFor[route.access]
    if (!atLeast(principal.role, needed)) {
      if (needed !== 'User') needs.onDenied(principal, route, client)
      throw new Problem(principal.role === 'Banned' ? 'auth.banned' : 'auth.forbidden')
    }
    if (token === undefined) needs.onVisit(principal, client)
  }

  return {
    recognize,

    /** For a recognized visitor and what memory holds, and without a promise if nothing has to be waited for. */
    enter(visitor: Visitor, response: ServerResponse, route: Route): void | Promise<void> {
      if (isUnidentified(route)) return
      const proceed = (): void => {
        admit(visitor, route)
        expectMediaType(visitor, route)
      }
      const { limit: own, open } = route
      if (disableRateLimit || open === 'unlessHeld' || (!visitor.origin.counted && own === undefined))
        return proceed()
      const waited = limit(visitor, response, route, open)
      if (!(waited instanceof Promise)) return proceed()
      return waited.then(async (long) => {
        if (long) await recognizeAgain(visitor)
        proceed()
      })
    },

    hook:
      (route: Route | null, open = route?.open, isHeld = nothing) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        if (route !== null && isUnidentified(route)) return
        await identify(request, reply, route)
        const isFree = disableRateLimit || (open === 'unlessHeld' && isHeld(paramsOf(request)))
        if (!isFree && (await limit(request, reply.raw, route, open))) await identify(request, reply, route)
        if (route === null) return
        admit(request, route)
        expectMediaType(request, route)
      },
  }
}

export type Guard = ReturnType<typeof createGuard>

const roleFor: Readonly<Record<Exclude<Access, 'anonymous' | 'session'>, Role>> = {
  user: 'User',
  monitor: 'Monitor',
  admin: 'Admin',
}

// Otherwise made-up sessions could cause database queries where nothing is counted.
const isUnidentified = ({ uncounted, access }: Route): boolean => uncounted === true && access === 'anonymous'

// What its players do besides reading. All else could outlast the rehearsal.
const played: ReadonlySet<string> = new Set(['account.login', 'submission.submit', 'instance.start'])

// A stated address must not help anyone else around limits.
const mayRehearse = (principal: Principal | null, { method, id }: Route): boolean => {
  if (principal === null) return method === 'GET' || id === 'account.login'
  return principal.rehearsal === true && (method === 'GET' || played.has(id))
}

// Proxies may cache public responses, which therefore must not set cookies.
const isPrivate = ({ access, path }: Route): boolean =>
  access !== 'anonymous' || path.startsWith('/api/account/')

// A program and its user don't share limits.
const personKey = ({ userId, token }: Principal): string =>
  token === undefined ? `user:${userId}` : `token:${token.id}`

// Only a token of two parts: any other value may be meant for a proxy on the way.
const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer ([\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1] ?? null

const countedAt = ({ origin, principal }: Visitor): Counted =>
  principal === null ? { key: origin.key, address: origin.client } : { key: personKey(principal) }

const isOpen = (open: Route['open'], { headers, origin }: Visitor): boolean =>
  open === 'withoutSession' ? sessionsOf(headers, origin).length === 0 : open !== undefined

type Params = Readonly<Record<string, string>>
const nothing = (_params: Params): boolean => false
// The framework has no other kind of values in a path.
const paramsOf = ({ params }: FastifyRequest): Params => params as Params

const goneOf = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  const abort = (): void => gone.abort(new Problem('request.tooMany', { seconds: 60 }))
  if (response.closed) abort()
  else response.once('close', abort)
  return gone.signal
}

const sessionsOf = ({ cookie }: IncomingHttpHeaders, { scheme }: RequestOrigin): readonly string[] =>
  sessionsIn(cookie, scheme === 'https')

const json = /^\s*(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i
const form = /^\s*multipart\/form-data\s*(;|$)/i

// A multipart boundary has at most 70 characters.
const longestMediaType = 200

const expectMediaType = ({ headers }: Visitor, route: Route): void => {
  if (route.body === undefined && route.upload === undefined) return
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  // A compressed body can be a thousand times larger than it looks.
  if (encoding.trim().toLowerCase() !== 'identity') throw new Problem('request.mediaType')
  if (route.body !== undefined && !json.test(type)) throw new Problem('request.mediaType')
  // Without a body there is no file, which the handler reports.
  if (route.upload !== undefined && type !== '' && !form.test(type)) throw new Problem('request.mediaType')
  if (type.length > longestMediaType) throw new Problem('request.malformed')
}
