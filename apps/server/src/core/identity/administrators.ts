import type { Actor, Audit } from '../audit/audit.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PasswordHasher } from '../../kit/password/argon2.ts'
import type { createNames } from './names.ts'
import { checkName, checkPassword, collided, newUser } from './new-user.ts'
import { type AccountStore, createAccountStore } from './users.ts'

export type NewAdministrator = { userName: string; password: string; email: string }
export type Administrator = { id: string; stamp: string }

type Needs = {
  audit: Audit
  clock: Clock
  hasher: PasswordHasher
  names: Pick<ReturnType<typeof createNames>, 'columnsFor'>
  users: AccountStore
}

/** Creates administrators whose address counts as confirmed. */
export const createAdministrators =
  ({ audit, clock, hasher, names, users }: Needs) =>
  async (
    { userName, password, email }: NewAdministrator,
    actorOf: (id: string) => Actor,
  ): Promise<Administrator> => {
    checkName(userName)
    checkPassword(password)
    const passwordHash = await hasher.hash(password)
    const user = newUser({ name: userName, email, passwordHash, now: new Date(clock.now()) })
    await users
      .atomically(async (tx) => {
        const given = await names.columnsFor(tx, { kind: 'user', name: user.name })
        await createAccountStore(tx).insert({ ...user, role: 'Admin', email_confirmed: true, ...given })
        const after = { role: 'Admin', emailConfirmed: true } as const
        await audit.record(tx, actorOf(user.id), 'setup.administrator', { id: user.id, after })
      })
      .catch((error: unknown) => {
        throw collided(error)
      })
    return { id: user.id, stamp: user.stamp }
  }
