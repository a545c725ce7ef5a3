import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { NewUserRow } from '../../ports/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Lock } from '../../ports/lock.ts'
import type { PasswordHasher } from '../../ports/password.ts'
import type { Journal } from '../../telemetry/journal.ts'

type Needs = {
  clock: Clock
  lock: Lock
  hasher: PasswordHasher
  journal: Journal
  /** Secret of the installation for this purpose. */
  key: Buffer
  accounts: {
    anyAdministrator(): Promise<boolean>
    /** With its name, where that can be given. */
    insert(row: NewUserRow): Promise<void>
    byName(name: string): Promise<{ role: Role } | undefined>
    checkName(name: string): void
    checkPassword(password: string): void
    newUser(account: {
      name: string
      email: string
      passwordHash: string
      now: Date
    }): NewUserRow & Administrator
    collided(error: unknown): unknown
  }
  /** Changes the stored value of that name; one at a time. */
  edit: (name: string, change: (stored: unknown) => unknown) => Promise<boolean>
}

type Nonce = { nonce: string }
export type Administrator = { id: string; stamp: string }
export type FirstAdministrator = { userName: string; password: string; email: string }

const setting = 'Setup'

/** How an installation without an administrator gets one. */
export const createSetup = ({ clock, lock, hasher, journal, key, accounts, edit }: Needs) => {
  let done = false

  const needed = async (): Promise<boolean> => {
    if (!done) done = await accounts.anyAdministrator()
    return !done
  }

  const tokenOf = ({ nonce }: Nonce): string => createHmac('sha256', key).update(nonce).digest('base64url')

  /** The same for every process and every start, until it has been used. */
  const token = async (): Promise<string> => {
    let found: Nonce = { nonce: randomBytes(16).toString('hex') }
    await edit(setting, (stored) => {
      if (stored === null) return found
      found = stored as Nonce
      return null
    })
    return tokenOf(found)
  }

  const create = async (first: FirstAdministrator, passwordHash: string): Promise<Administrator> => {
    const user = accounts.newUser({
      name: first.userName,
      email: first.email,
      passwordHash,
      now: new Date(clock.now()),
    })
    await accounts.insert({ ...user, role: 'Admin', email_confirmed: true }).catch((error: unknown) => {
      throw accounts.collided(error)
    })
    return { id: user.id, stamp: user.stamp }
  }

  return {
    needed,
    token,

    /** Creates the first administrator for whoever holds the link. */
    claim: (sent: string, first: FirstAdministrator, address: string | null): Promise<Administrator> =>
      lock.exclusive('setup', async () => {
        if (!(await needed())) throw new Problem('setup.done')
        const expected = Buffer.from(await token())
        const given = Buffer.from(sent)
        if (given.length !== expected.length || !timingSafeEqual(given, expected))
          throw new Problem('setup.tokenWrong')
        accounts.checkName(first.userName)
        accounts.checkPassword(first.password)
        const administrator = await create(first, await hasher.hash(first.password))
        done = true
        // Should the installation ever be without an administrator again, the old link opens nothing.
        await edit(setting, () => ({ nonce: randomBytes(16).toString('hex') }))
        journal.write({
          message: 'First administrator created',
          status: 'Success',
          name: first.userName,
          address,
        })
        return administrator
      }),

    /** The account `Admin`, where the configuration names a password for it and there is none yet. */
    ensureAdmin: (password: string): Promise<void> =>
      lock.exclusive('setup', async () => {
        const existing = await accounts.byName('Admin')
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
        accounts.checkPassword(password)
        await create(
          { userName: 'Admin', email: 'admin@example.invalid', password },
          await hasher.hash(password),
        )
        done = true
        journal.write({ message: 'Account Admin created', status: 'Success', name: 'System' })
      }),
  }
}

export type Setup = ReturnType<typeof createSetup>
