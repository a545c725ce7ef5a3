import * as wire from '@pennant/contract/user'
import { bind, type BoundRoute, type SessionCookie } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import type { BegunSession } from '../../core/identity/caller.ts'
import { createBatch } from './batch.ts'
import { createUsers, type UserParts } from './service.ts'

export const userRoutes = (core: Pick<Core, UserParts>): BoundRoute[] => {
  const users = createUsers(core)
  const createMany = createBatch(core)
  return [
    bind(wire.listUsers, ({ query: { count = 100, skip = 0, ...filter } }) =>
      users.list(count, skip, filter),
    ),
    bind(wire.createUsers, async (call) => {
      keepIn(call, await createMany(call.body, call.query, call))
    }),
    bind(wire.searchUsers, ({ query }) => users.search(query.hint)),
    bind(wire.readUser, ({ params }) => users.read(params.id)),
    bind(wire.updateUser, async (call) => {
      keepIn(call, await users.update(call.params.id, call.body, call))
    }),
    bind(wire.deleteUser, (call) => users.remove(call.params.id, call)),
    bind(wire.endSessions, (call) => users.endSessions(call.params.id, call)),
    bind(wire.removeUserFactor, (call) => users.removeFactor(call.params.id, call)),
    bind(wire.resetUserPassword, async (call) => {
      const { password, session } = await users.resetPassword(call.params.id, call)
      keepIn(call, session)
      return password
    }),
  ]
}

const keepIn = ({ cookie }: { cookie: SessionCookie }, session: BegunSession | null): void => {
  if (session !== null) cookie.begin(session)
}
