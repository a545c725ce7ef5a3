import { v4 as uuidv4 } from 'uuid'
import type { ProfileUserInfo } from '@pennant/contract/account'
import { Problem } from '@pennant/contract/problem'
import type { UserRow } from '../../ports/database.ts'
import { identityKey } from './identity.ts'
import type { AccountNeeds, Origin } from './needs.ts'
import { presentProfile } from './present.ts'
import { checkPassword, collided } from './registration.ts'
import type { BegunSession } from './session-type.ts'

export type ProfileChanges = {
  userName?: string | null
  bio?: string | null
  phone?: string | null
  realName?: string | null
  stdNumber?: string | null
}

const avatarWidth = 300

/** What somebody does with the own account while logged in. */
export const createProfile = ({ store, clock, hasher, envelope, guard, sessions, files, journal }: AccountNeeds) => {
  const find = async (userId: string): Promise<UserRow> => {
    const user = await store.byId(userId)
    if (user === undefined) throw new Problem('auth.required')
    return user
  }

  const login = async (sent: { userName: string; password: string }, origin: Origin): Promise<BegunSession> => {
    const password = envelope.open(sent.password)
    const key = identityKey(sent.userName)
    const { user } = await guard(key, origin.address, async () => {
      const candidates = await store.byLogin(key)
      // Somebody's name may be somebody else's address: whose password it is decides.
      for (const candidate of candidates)
        if (await hasher.verify(candidate.password_hash, password)) return { right: true, user: candidate }
      if (candidates.length === 0) await hasher.verify(null, password)
      return { right: false, user: undefined }
    })
    if (user === undefined || !user.email_confirmed) {
      journal.write({ message: 'Login refused', status: 'Failed', name: user?.name ?? null, address: origin.address })
      throw new Problem('account.credentials')
    }
    if (user.role === 'Banned') {
      journal.write({ message: 'Login of a banned account refused', status: 'Denied', name: user.name, address: origin.address })
      throw new Problem('account.banned')
    }
    const at = new Date(clock.now())
    await store.update(user.id, { signed_in_at: at, visited_at: at, ip: origin.address ?? '0.0.0.0' })
    journal.write({ message: 'Logged in', status: 'Success', name: user.name, address: origin.address })
    return sessions.begin(user.id, origin)
  }

  return {
    login,

    read: async (userId: string): Promise<ProfileUserInfo> => presentProfile(await find(userId)),

    /** A new name changes who one is: other sessions end, the caller gets a fresh one. */
    async update(userId: string, changes: ProfileChanges, origin: Origin): Promise<BegunSession | null> {
      const user = await find(userId)
      const renamed = changes.userName != null && changes.userName !== user.name ? changes.userName : undefined
      try {
        await store.update(userId, {
          bio: changes.bio ?? user.bio,
          phone: changes.phone ?? user.phone,
          real_name: changes.realName ?? user.real_name,
          std_number: changes.stdNumber ?? user.std_number,
          ...(renamed === undefined ? {} : { name: renamed, name_key: identityKey(renamed), stamp: uuidv4() }),
        })
      } catch (error) {
        throw collided(error)
      }
      journal.write({ message: 'Profile changed', status: 'Success', name: renamed ?? user.name, address: origin.address })
      return renamed === undefined ? null : sessions.renew(userId, origin)
    },

    async changePassword(userId: string, sent: { old: string; new: string }, origin: Origin): Promise<BegunSession> {
      const old = envelope.open(sent.old)
      const fresh = envelope.open(sent.new)
      const user = await find(userId)
      const { right } = await guard(identityKey(user.name), origin.address, async () => ({
        right: await hasher.verify(user.password_hash, old),
      }))
      if (!right) throw new Problem('account.oldPasswordWrong')
      checkPassword(fresh)
      const changes = { password_hash: await hasher.hash(fresh), stamp: uuidv4() }
      if (!(await store.update(userId, changes, user.stamp))) throw new Problem('account.oldPasswordWrong')
      journal.write({ message: 'Password changed', status: 'Success', name: user.name, address: origin.address })
      return sessions.renew(userId, origin)
    },

    /** The new picture is stored before the old one goes. */
    async setAvatar(userId: string, bytes: Buffer, origin: Origin): Promise<string> {
      const user = await find(userId)
      const stored = await files.storeImage(bytes, { name: 'avatar', width: avatarWidth })
      const replaced = await store.swapAvatar(userId, stored.hash)
      if (replaced !== null) await files.release(replaced)
      journal.write({ message: 'Avatar changed', status: 'Success', name: user.name, address: origin.address })
      return stored.url
    },
  }
}
