import type { Role } from './enums.ts'
import { listParticipations } from './participation.ts'
import type { Route } from './route.ts'
import { listSubmissions } from './submission.ts'
import type { TokenScope } from './token.ts'

type Door = Pick<Route, 'id' | 'method' | 'path' | 'access'>

/** What a door belongs to. `Own` is what somebody does in person, as a player; `Open` is there for everybody. */
type DoorPart = Exclude<TokenScope, 'Everything' | 'Read'> | 'Own' | 'Open'

/** The first that fits counts. */
const places: readonly (readonly [RegExp, DoorPart])[] = [
  [/^\/api\/(account|team)(\/|$)/, 'Own'],
  [/^\/api\/(edit|assets|game)(\/|$)/, 'Games'],
  [/^\/api\/admin\/(participation|writeups)\//, 'Games'],
  [/^\/api\/admin\/(users|teams)(\/|$)/, 'Users'],
  [/^\/api\/(admin|tokens)(\/|$)/, 'Platform'],
  [/^\/api\/(config|captcha|setup|posts|proxy|tunnel)(\/|$)/, 'Open'],
  [/^\/(assets\/|favicon\.webp$)/, 'Open'],
]

/** Undefined for a door that nobody has thought of: only a token for everything opens it. */
export const partOf = ({ path }: Pick<Door, 'path'>): DoorPart | undefined =>
  places.find(([place]) => place.test(path))?.[1]

/** Letters carry links that make whoever has them somebody else: to read or redirect them is more than any part. */
const letters: readonly string[] = ['mail.outbox', 'setting.editMailServer']

/** The scopes of which any one opens the door. */
export const scopesOf = (door: Door): readonly TokenScope[] => {
  const { id, method, access, path } = door
  const part = partOf(door)
  if (part === undefined || letters.includes(id)) return ['Everything']
  const reads = method === 'GET'
  const watches = access === 'monitor' || (reads && access !== 'admin' && path.startsWith('/api/game'))
  return [
    'Everything',
    ...(reads ? (['Read'] as const) : []),
    ...(watches ? (['Monitor'] as const) : []),
    ...(part === 'Own' || part === 'Open' ? [] : [part]),
  ]
}

/** Whether a token of these scopes opens the door. */
export const opensDoor = (scopes: readonly TokenScope[], door: Door): boolean =>
  scopesOf(door).some((scope) => scopes.includes(scope))

const hearing: readonly TokenScope[] = ['Everything', 'Read', 'Monitor']

/** Whether a token of these scopes hears what monitors hear. Without any it does that and nothing else. */
export const hearsMonitors = (scopes: readonly TokenScope[]): boolean =>
  scopes.length === 0 || scopes.some((scope) => hearing.includes(scope))

/** Whether whoever has `own` may give `wanted` away: never more than they have. */
export const coversScopes = (own: readonly TokenScope[], wanted: readonly TokenScope[]): boolean =>
  own.includes('Everything') ||
  (wanted.every((scope) => own.includes(scope)) && (hearsMonitors(own) || !hearsMonitors(wanted)))

/** The same of an account: whoever can change it, or give it its role, has what the role opens. */
export const coversRole = (own: readonly TokenScope[], role: Role): boolean =>
  own.includes('Everything') || (role === 'Monitor' ? own.includes('Monitor') : role !== 'Admin')

type Caller = { readonly role: Role; readonly token?: { readonly scopes: readonly TokenScope[] } }

/** Whether a game's sheets and traces show personal data: only to those who can read it with the participations. */
export const seesPersonalData = ({ role, token }: Caller): boolean =>
  role === 'Admin' && (token === undefined || opensDoor(token.scopes, listParticipations))

/** Whether the log shows what was submitted: to administrators who can read the submissions of a game as well. */
export const seesSubmissions = ({ role, token }: Caller): boolean =>
  role === 'Admin' && (token === undefined || opensDoor(token.scopes, listSubmissions))
