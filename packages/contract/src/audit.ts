import { route } from './route.ts'
import {
  Anything,
  Flag,
  Guid,
  IdParam,
  Int32,
  List,
  MapOf,
  Model,
  Nullable,
  Optional,
  Str,
  Time,
  pageOf,
  type Static,
} from './schema.ts'
import { watchFilter } from './watch.ts'

export const ChangeModel = Model({
  time: Time,
  /** The name it had then of who did it; `System` for the server itself. */
  user: Str,
  /** Null for callers who may not see personal data. */
  address: Nullable(Str),
  /** The id of a route or job. */
  action: Str,
  /** `challenge:42`, or the kind alone where there is but one or where there are many. */
  object: Str,
  /** The name it had then; of users, the one they have now. */
  name: Nullable(Str),
  before: MapOf(Anything),
  after: MapOf(Anything),
  /** Names of members that changed and hold secrets. */
  sealed: List(Str),
  reason: Nullable(Str),
  /** Sent with `detail`, as are the following. */
  id: Optional(Int32),
  /** Whether the object has been deleted; left out for kinds of which that is not asked. */
  gone: Optional(Flag),
  gameId: Optional(Nullable(Int32)),
  userId: Optional(Nullable(Guid)),
  tokenId: Optional(Nullable(Guid)),
  /** As in the server's log; null where no request asked for the change. */
  requestId: Optional(Nullable(Str)),
  undoes: Optional(Nullable(Int32)),
  undoneBy: Optional(Nullable(Int32)),
})
export type Change = Static<typeof ChangeModel>

const page = pageOf(100, 100)

export const listGameChanges = route({
  id: 'audit.ofGame',
  method: 'GET',
  path: '/api/edit/games/:id/changes',
  summary: 'List who changed what in a game, newest first',
  access: 'admin',
  params: IdParam,
  /** `user` is who made the change, or whom it was made to. */
  query: Model({ ...watchFilter, ...page }),
  answer: List(ChangeModel),
  problems: ['game.notFound'],
})

export const listChanges = route({
  id: 'audit.list',
  method: 'GET',
  path: '/api/admin/changes',
  summary: 'List who changed what in the whole installation, newest first',
  access: 'admin',
  query: Model({ ...watchFilter, ...page }),
  answer: List(ChangeModel),
})
