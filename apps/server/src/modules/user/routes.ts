import * as wire from '@pennant/contract/user'
import { bind, type Bound, type SessionCookie } from '../../http/bind.ts'
import { createBatch } from './batch.ts'
import type { BegunSession, UserNeeds } from './needs.ts'
import { createUsers } from './service.ts'

export const userRoutes = (needs: UserNeeds): Bound[] => {
  const users = createUsers(needs)
  const createMany = createBatch(needs)
  return [
    bind(wire.listUsers, ({ query: { count = 100, skip = 0, ...filter } }) =>
      users.list(count, skip, filter),
    ),
    bind(wire.createUsers, async (call) => {
      keepIn(call, await createMany(call.body, call.query, call))
      return undefined
    }),
    bind(wire.searchUsers, ({ query }) => users.search(query.hint)),
    bind(wire.readUser, ({ params }) => users.read(params.id)),
    bind(wire.updateUser, async (call) => {
      keepIn(call, await users.update(call.params.id, call.body, call))
      return undefined
    }),
    bind(wire.deleteUser, async (call) => {
      await users.remove(call.params.id, call)
      return undefined
    }),
    bind(wire.endSessions, async (call) => {
      await users.endSessions(call.params.id, call)
      return undefined
    }),
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
