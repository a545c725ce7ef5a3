import { randomBytes, randomInt } from 'node:crypto'
import { v4 as uuidv4 } from 'uuid'
import type { ProfileUserInfo } from '@pennant/contract/account'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { AdminUserInfo, UserInfo } from '@pennant/contract/user'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import { checkName, checkPassword, collided } from '../../core/identity/new-user.ts'
import type { Core } from '../../core/core.ts'
import type { BegunSession, Caller, Host, Origin } from '../../core/identity/caller.ts'
import { presentUser, presentUserProfile } from './present.ts'
import { userState, userStates } from './logged.ts'
import { expectTokenCovers } from './token-role.ts'
import { createUserStore, type UserFilter, type UserStore } from './store.ts'

type Page<T> = { data: T[]; length: number; total: number }

export const newInviteToken = (): string => randomBytes(16).toString('hex')

export type Administrator = Caller & Origin
type By = Administrator | Host

export type UserParts =
  | 'audit'
  | 'clock'
  | 'db'
  | 'factorMail'
  | 'files'
  | 'hasher'
  | 'journal'
  | 'ledger'
  | 'names'
  | 'secondFactors'
  | 'sessions'

export const createUsers = (core: Pick<Core, UserParts>) => {
  const { audit, clock, hasher, journal, sessions, files, names, ledger, secondFactors } = core
  const store = createUserStore(core.db)

  const endSessions = async (owner: { id: string; stamp: string }, by: By): Promise<BegunSession | null> => {
    if (by.principal !== null && owner.id === by.principal.userId) return sessions.renew(owner, by)
    await sessions.endAll(owner.id)
    return null
  }

  return {
    async list(count: number, skip: number, filter: UserFilter): Promise<Page<UserInfo>> {
      const { users, total } = await store.page(count, skip, filter)
      return { data: users.map(presentUser), length: users.length, total }
    },

    async search(hint: string): Promise<Page<UserInfo>> {
      const users = await store.search(hint, limits.searchHits)
      return { data: users.map(presentUser), length: users.length, total: users.length }
    },

    async read(id: string): Promise<ProfileUserInfo> {
      const user = await store.find(id)
      if (user === undefined) throw new Problem('user.notFound')
      return presentUserProfile(user)
    },

    /** Null members stay. A new name or address ends the user's sessions; callers get a new one. */
    async update(id: string, sent: AdminUserInfo, caller: By): Promise<BegunSession | null> {
      const changed = await store
        .atomically(async (db) => {
          const tx = createUserStore(db)
          await tx.oneAdministrationAtATime()
          if (sent.role === 'Banned') await renewInvitesOf(id, tx)
          const user = await tx.lock(id)
          if (user === undefined) throw new Problem('user.notFound')
          expectTokenCovers(caller, user.role, sent.role)
          const name = sent.userName ?? user.name
          if (name !== user.name) checkName(name)
          const email = sent.email ?? user.email
          const moved = identityKey(email) !== user.email_key
          const stamp = email !== user.email || name !== user.name ? uuidv4() : user.stamp
          const given = name === user.name ? {} : await names.columnsFor(db, { kind: 'user', name, id })
          await tx.update(id, {
            ...given,
            name,
            name_key: identityKey(name),
            email,
            email_key: identityKey(email),
            // A new address isn't confirmed yet.
            email_confirmed: sent.emailConfirmed ?? (moved ? false : user.email_confirmed),
            bio: sent.bio ?? user.bio,
            phone: sent.phone ?? user.phone,
            real_name: sent.realName ?? user.real_name,
            std_number: sent.stdNumber ?? user.std_number,
            role: sent.role ?? user.role,
            role_at: (sent.role ?? user.role) === user.role ? user.role_at : new Date(clock.now()),
            stamp,
          })
          await keepAdministrator(user, tx)
          const after = (await tx.find(id)) ?? user
          await audit.record(db, caller, 'user.update', { id, ...userStates(user, after) })
          return { name: user.name, stamp, identity: stamp !== user.stamp, renamed: name !== user.name }
        })
        .catch((error: unknown) => {
          throw collided(error)
        })
      if (changed.renamed) await ledger.userRenamed(id)
      journal.done(caller, `User ${changed.name} changed${sent.role == null ? '' : `, role ${sent.role}`}`)
      if (changed.identity) return endSessions({ id, stamp: changed.stamp }, caller)
      await sessions.changed(id)
      return null
    },

    async remove(id: string, caller: Administrator): Promise<void> {
      if (id === caller.principal.userId) throw new Problem('user.deleteSelf')
      const user = await store.atomically(async (db) => {
        const tx = createUserStore(db)
        await tx.oneAdministrationAtATime()
        await renewInvitesOf(id, tx)
        const tellGames = await ledger.userLeaves(db, id)
        const found = await tx.lock(id)
        if (found === undefined) throw new Problem('user.notFound')
        expectTokenCovers(caller, found.role)
        const team = await tx.leads(id)
        if (team !== undefined) throw new Problem('user.isCaptain', { team })
        await tx.delete(id)
        await keepAdministrator(found, tx)
        await audit.record(db, caller, 'user.delete', { id, before: userState(found) })
        return { ...found, tellGames }
      })
      await user.tellGames()
      await sessions.changed(id)
      if (user.avatar_hash !== null) await files.release(user.avatar_hash)
      journal.done(caller, `User ${user.name} deleted`)
    },

    async endSessions(id: string, caller: By): Promise<void> {
      const user = await store.find(id)
      if (user === undefined) throw new Problem('user.notFound')
      expectTokenCovers(caller, user.role)
      await audit.around(caller, 'user.endSessions', { id }, () => sessions.endAll(id))
      journal.done(caller, `Sessions of user ${user.name} ended`)
    },

    /** For a person who has lost it. Nobody gets around their own. */
    async removeFactor(id: string, caller: By): Promise<void> {
      if (id === caller.principal?.userId) throw new Problem('user.ownFactor')
      const [user, { language }] = await store.atomically(async (db) => {
        const found = await createUserStore(db).lock(id)
        if (found === undefined) throw new Problem('user.notFound')
        expectTokenCovers(caller, found.role)
        const removed = await secondFactors.remove(id, db)
        if (removed === null) throw new Problem('user.noFactor')
        await audit.record(db, caller, 'user.removeFactor', { id })
        return [found, removed] as const
      })
      await sessions.changed(id)
      await core.factorMail('factorRemoved', user, language)
      journal.done(caller, `Second factor of user ${user.name} removed`)
    },

    async resetPassword(
      id: string,
      caller: By,
      given?: string,
    ): Promise<{ password: string; session: BegunSession | null }> {
      const user = await store.find(id)
      if (user === undefined) throw new Problem('user.notFound')
      expectTokenCovers(caller, user.role)
      if (given !== undefined) checkPassword(given)
      const password = given ?? newPassword()
      const stamp = uuidv4()
      const password_hash = await hasher.hash(password)
      await store.atomically(async (db) => {
        if (!(await createUserStore(db).update(id, { password_hash, stamp })))
          throw new Problem('user.notFound')
        await audit.record(db, caller, 'user.resetPassword', { id })
      })
      journal.done(caller, `Password of user ${user.name} reset`)
      return { password, session: await endSessions({ id, stamp }, caller) }
    },
  }
}

const keepAdministrator = async (changed: UserRow, tx: UserStore): Promise<void> => {
  const administered = changed.role === 'Admin' && changed.email_confirmed
  if (administered && !(await tx.anyAdministrator())) throw new Problem('user.lastAdministrator')
}

// Another account of the same person must not come back with the code. Teams are locked before games and
// users, as everywhere.
const renewInvitesOf = async (userId: string, tx: UserStore): Promise<void> => {
  for (const team of await tx.lockTeamsOf(userId)) await tx.setInviteToken(team, newInviteToken())
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  '!@#$%^&*()-_=+',
] as const
const passwordLength = 16

export const newPassword = (): string => {
  const all = alphabets.join('')
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  for (;;) {
    const password = Array.from({ length: passwordLength }, () => pick(all)).join('')
    if (alphabets.every((kind) => [...kind].some((char) => password.includes(char)))) return password
  }
}
