import { v4 as uuidv4 } from 'uuid'
import type { ProfileUserInfo } from '@pennant/contract/account'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import type { BegunSession, Origin, Principal } from '../../core/identity/caller.ts'
import type { AccountNeeds } from './needs.ts'
import { presentProfile } from './present.ts'
import { dueByOf } from './second-factor.ts'
import { checkName, checkPassword, collided } from '../../core/identity/new-user.ts'
import { createAccountStore } from '../../core/identity/users.ts'

export type ProfileChanges = {
  userName?: string | null
  bio?: string | null
  phone?: string | null
  realName?: string | null
  stdNumber?: string | null
}

const avatarWidth = 300

export const createProfile = (needs: AccountNeeds) => {
  const { store, hasher, envelope, guard, sessions, files, journal, ledger, names } = needs

  const find = async (userId: string): Promise<UserRow> => {
    const user = await store.byId(userId)
    if (user === undefined) throw new Problem('auth.required')
    return user
  }

  const note = (message: string, name: string, { address }: Origin): void =>
    journal.write({ message, status: 'Success', name, address })

  return {
    read: async (userId: string): Promise<ProfileUserInfo> => presentProfile(await find(userId)),

    async readOwn({ userId, factorless }: Principal): Promise<ProfileUserInfo> {
      const user = await find(userId)
      const dueBy = factorless === undefined ? null : dueByOf(needs, user)
      return { ...presentProfile(user), ...(dueBy === null ? {} : { secondFactorBy: dueBy }) }
    },

    /** A new name ends all other sessions. Null if the caller's session goes on. */
    async update(userId: string, sent: ProfileChanges, origin: Origin): Promise<BegunSession | null> {
      const user = await find(userId)
      const renamed = sent.userName != null && sent.userName !== user.name ? sent.userName : null
      if (renamed !== null) checkName(renamed)
      const stamp = uuidv4()
      const changes = {
        ...(sent.bio == null ? {} : { bio: sent.bio }),
        ...(sent.phone == null ? {} : { phone: sent.phone }),
        ...(sent.realName == null ? {} : { real_name: sent.realName }),
        ...(sent.stdNumber == null ? {} : { std_number: sent.stdNumber }),
        ...(renamed === null ? {} : { name: renamed, name_key: identityKey(renamed), stamp }),
      }
      if (Object.keys(changes).length === 0) return null
      const written = await store
        .atomically(async (db) => {
          const name =
            renamed === null ? {} : await names.columnsFor(db, { kind: 'user', name: renamed, id: userId })
          const tx = createAccountStore(db)
          return tx.update(userId, { ...changes, ...name }, renamed === null ? undefined : user.stamp)
        })
        .catch((error: unknown) => {
          throw collided(error)
        })
      if (!written) throw new Problem('auth.required')
      if (renamed !== null) await ledger.userRenamed(userId)
      note('Profile changed', renamed ?? user.name, origin)
      return renamed === null ? null : sessions.renew({ id: userId, stamp }, origin)
    },

    async changePassword(
      userId: string,
      sent: { old: string; new: string },
      origin: Origin,
    ): Promise<BegunSession> {
      const old = envelope.open(sent.old)
      const fresh = envelope.open(sent.new)
      const user = await find(userId)
      const right = await guard.attempt([userId], origin.address, () =>
        hasher.verify(user.password_hash, old),
      )
      if (right === null) throw new Problem('account.oldPasswordWrong')
      checkPassword(fresh)
      const stamp = uuidv4()
      const changes = { password_hash: await hasher.hash(fresh), stamp }
      if (!(await store.update(userId, changes, user.stamp))) throw new Problem('account.oldPasswordWrong')
      note('Password changed', user.name, origin)
      return sessions.renew({ id: userId, stamp }, origin)
    },

    /** Stores the new image before releasing the old one. */
    async setAvatar(userId: string, bytes: Buffer, origin: Origin): Promise<string> {
      const user = await find(userId)
      const stored = await files.storeImage(bytes, { name: 'avatar', width: avatarWidth })
      const swapped = await store.swapAvatar(userId, stored.hash)
      const unused = swapped === null ? stored.hash : swapped.before
      if (unused !== null) await files.release(unused)
      if (swapped === null) throw new Problem('auth.required')
      note('Avatar changed', user.name, origin)
      return stored.url
    },
  }
}
