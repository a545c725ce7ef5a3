import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import { type Actor, system } from '../../core/audit/audit.ts'
import type { Core } from '../../core/core.ts'
import { checkName, checkPassword, collided, newUser } from '../../core/identity/new-user.ts'
import { createAccountStore } from '../../core/identity/users.ts'

export type SetupParts =
  | 'audit'
  | 'clock'
  | 'hasher'
  | 'journal'
  | 'lock'
  | 'names'
  | 'settingStore'
  | 'users'
  | 'vault'

type Nonce = { nonce: string }
export type Administrator = { id: string; stamp: string }
export type FirstAdministrator = { userName: string; password: string; email: string }

const setting = 'Setup'

export const createSetup = (core: Pick<Core, SetupParts>) => {
  const { audit, clock, lock, hasher, journal, users, names } = core
  const key = core.vault.derive('setup')
  const edit = (change: (stored: unknown) => unknown): Promise<boolean> =>
    core.settingStore.edit(setting, new Date(clock.now()), change)
  let done = false

  const needed = async (): Promise<boolean> => {
    if (!done) done = await users.anyAdministrator()
    return !done
  }

  const tokenOf = ({ nonce }: Nonce): string => createHmac('sha256', key).update(nonce).digest('base64url')

  const token = async (): Promise<string> => {
    let found: Nonce = { nonce: randomBytes(16).toString('hex') }
    await edit((stored) => {
      if (stored === null) return found
      found = stored as Nonce
      return null
    })
    return tokenOf(found)
  }

  const create = async (
    first: FirstAdministrator,
    passwordHash: string,
    actorOf: (id: string) => Actor,
  ): Promise<Administrator> => {
    const user = newUser({
      name: first.userName,
      email: first.email,
      passwordHash,
      now: new Date(clock.now()),
    })
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

  return {
    needed,
    token,

    claim: (sent: string, first: FirstAdministrator, address: string | null): Promise<Administrator> =>
      lock.exclusive('setup', async () => {
        if (!(await needed())) throw new Problem('setup.done')
        const expected = Buffer.from(await token())
        const given = Buffer.from(sent)
        if (given.length !== expected.length || !timingSafeEqual(given, expected))
          throw new Problem('setup.tokenWrong')
        checkName(first.userName)
        checkPassword(first.password)
        const { userName } = first
        const administrator = await create(first, await hasher.hash(first.password), (userId) => ({
          principal: { userId, userName },
          address,
        }))
        done = true
        // If the installation ever lacks an administrator again, the old link opens nothing.
        await edit(() => ({ nonce: randomBytes(16).toString('hex') }))
        journal.write({
          message: 'First administrator created',
          status: 'Success',
          name: first.userName,
          address,
        })
        return administrator
      }),

    ensureAdmin: (password: string): Promise<void> =>
      lock.exclusive('setup', async () => {
        const adminKey = identityKey('Admin')
        const existing = (await users.byLogin(adminKey)).find((user) => user.name_key === adminKey)
        if (existing !== undefined) {
          if (existing.role !== 'Admin')
            journal.write({
              level: 'Warning',
              message:
                'An account Admin exists already and is no administrator; the password given for it changes nothing',
              status: 'Failed',
              name: 'System',
            })
          return
        }
        checkPassword(password)
        await create(
          { userName: 'Admin', email: 'admin@example.invalid', password },
          await hasher.hash(password),
          () => system,
        )
        done = true
        journal.write({ message: 'Account Admin created', status: 'Success', name: 'System' })
      }),
  }
}

export type Setup = ReturnType<typeof createSetup>
