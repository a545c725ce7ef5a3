import type { Role } from './enums.ts'
import { listParticipations } from './participation.ts'
import type { Route } from './route.ts'
import { listSubmissions } from './submission.ts'
import type { TokenScope } from './token.ts'

type ScopedRoute = Pick<Route, 'id' | 'method' | 'path' | 'access'>

/** `Own` is for what users do as players; `Open` needs no login. */
type RoutePart = Exclude<TokenScope, 'Read'> | 'Own' | 'Open'

/** The first match counts. */
const parts: readonly (readonly [RegExp, RoutePart])[] = [
  [/^\/api\/(account|team)(\/|$)/, 'Own'],
  [/^\/api\/(edit|assets|game)(\/|$)/, 'Games'],
  [/^\/api\/admin\/(participation|writeups)\//, 'Games'],
  [/^\/api\/admin\/(users|teams)(\/|$)/, 'Users'],
  [/^\/api\/(admin|tokens)(\/|$)/, 'Platform'],
  // Its players get around captchas, and state their addresses.
  [/^\/api\/rehearsal(\/|$)/, 'Everything'],
  [/^\/api\/(config|captcha|setup|posts|proxy|tunnel)(\/|$)/, 'Open'],
  [/^\/(assets\/|favicon\.webp$)/, 'Open'],
]

/** Undefined for an unlisted route: only a token for everything opens it. */
export const partOf = ({ path }: Pick<ScopedRoute, 'path'>): RoutePart | undefined =>
  parts.find(([pattern]) => pattern.test(path))?.[1]

/** Mail carries links that give access to an account, which is more than any part allows. */
const withMailLinks: readonly string[] = ['mail.outbox', 'setting.editMailServer']

export const scopesOf = (route: ScopedRoute): readonly TokenScope[] => {
  const { id, method, access, path } = route
  const part = partOf(route)
  if (part === undefined || part === 'Everything' || withMailLinks.includes(id)) return ['Everything']
  const reads = method === 'GET'
  const watches = access === 'monitor' || (reads && access !== 'admin' && path.startsWith('/api/game'))
  return [
    'Everything',
    ...(reads ? (['Read'] as const) : []),
    ...(watches ? (['Monitor'] as const) : []),
    ...(part === 'Own' || part === 'Open' ? [] : [part]),
  ]
}

export const opensRoute = (scopes: readonly TokenScope[], route: ScopedRoute): boolean =>
  scopesOf(route).some((scope) => scopes.includes(scope))

const monitorHubScopes: readonly TokenScope[] = ['Everything', 'Read', 'Monitor']

/** A token without scopes only opens the hub of monitors. */
export const coversMonitorHub = (scopes: readonly TokenScope[]): boolean =>
  scopes.length === 0 || scopes.some((scope) => monitorHubScopes.includes(scope))

export const coversScopes = (own: readonly TokenScope[], wanted: readonly TokenScope[]): boolean =>
  own.includes('Everything') ||
  (wanted.every((scope) => own.includes(scope)) && (coversMonitorHub(own) || !coversMonitorHub(wanted)))

/** An account gives access to everything that its role opens. */
export const coversRole = (own: readonly TokenScope[], role: Role): boolean =>
  own.includes('Everything') || (role === 'Monitor' ? own.includes('Monitor') : role !== 'Admin')

type Caller = { readonly role: Role; readonly token?: { readonly scopes: readonly TokenScope[] } }

/** Only for those who can also read it with the participations. */
export const seesPersonalData = ({ role, token }: Caller): boolean =>
  role === 'Admin' && (token === undefined || opensRoute(token.scopes, listParticipations))

/** Only for administrators who can also read the submissions of a game. */
export const seesSubmissions = ({ role, token }: Caller): boolean =>
  role === 'Admin' && (token === undefined || opensRoute(token.scopes, listSubmissions))
