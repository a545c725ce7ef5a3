import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import { system } from '../../core/audit/audit.ts'
import type { Core } from '../../core/core.ts'
import type { Author } from '../../core/identity/caller.ts'
import {
  type Administrator,
  createAdministrators,
  type NewAdministrator,
} from '../../core/identity/administrators.ts'

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

const setting = 'Setup'

export const createSetup = (core: Pick<Core, SetupParts>) => {
  const { clock, lock, journal, users } = core
  const create = createAdministrators(core)
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

  return {
    needed,
    token,

    claim: (
      sent: string,
      first: NewAdministrator,
      { address, requestId }: Pick<Author, 'address' | 'requestId'>,
    ): Promise<Administrator> =>
      lock.exclusive('setup', async () => {
        if (!(await needed())) throw new Problem('setup.done')
        const expected = Buffer.from(await token())
        const given = Buffer.from(sent)
        if (given.length !== expected.length || !timingSafeEqual(given, expected))
          throw new Problem('setup.tokenWrong')
        const { userName } = first
        const by = (userId: string): Author => ({ principal: { userId, userName }, address, requestId })
        const administrator = await create(first, by)
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
        await create({ userName: 'Admin', email: 'admin@example.invalid', password }, () => system)
        done = true
        journal.write({ message: 'Account Admin created', status: 'Success', name: 'System' })
      }),
  }
}

export type Setup = ReturnType<typeof createSetup>
