import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import type { BegunSession, Origin } from '../../core/identity/caller.ts'
import type { AccountNeeds } from './needs.ts'

type LoginOrigin = Origin & { marks: readonly string[] }

export const createLogin = ({ store, clock, hasher, envelope, guard, sessions, journal }: AccountNeeds) => {
  // An unknown name takes as long as a known one.
  const recognize = async (
    userName: string,
    password: string,
    { address, marks }: LoginOrigin,
  ): Promise<UserRow | undefined> => {
    const key = identityKey(userName)
    // A name may equal another user's address, which comes first; then the password decides.
    const found = new Map((await store.byLogin(key)).map((user) => [user.id, user]))
    const accounts = found.size === 0 ? [`unknown ${key}`] : [...found.keys()]
    const markOf = (id: string): string | null => {
      const user = found.get(id)
      return user === undefined ? null : sessions.markOf(marks, user)
    }
    const isRight = (id: string): Promise<boolean> =>
      hasher.verify(found.get(id)?.password_hash ?? null, password)
    const right = await guard.attempt(accounts, address, isRight, markOf)
    return right === null ? undefined : found.get(right)
  }

  return async (sent: { userName: string; password: string }, origin: LoginOrigin): Promise<BegunSession> => {
    const password = envelope.open(sent.password)
    const user = await recognize(sent.userName, password, origin)
    const { address } = origin
    if (user === undefined || !user.email_confirmed) {
      journal.write({ message: 'Login refused', status: 'Failed', name: user?.name ?? null, address })
      throw new Problem('account.credentials')
    }
    const { name } = user
    if (user.role === 'Banned') {
      journal.write({ message: 'Login of a banned account refused', status: 'Denied', name, address })
      throw new Problem('account.banned')
    }
    const session = await sessions.begin(user, origin)
    const at = new Date(clock.now())
    await store.update(user.id, { signed_in_at: at, visited_at: at, ip: address ?? '0.0.0.0' })
    journal.write({ message: 'Logged in', status: 'Success', name, address })
    return session
  }
}
