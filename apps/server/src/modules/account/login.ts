import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import type { BegunSession, Origin } from '../../core/identity/caller.ts'
import type { LoginRow } from '../../core/identity/users.ts'
import { createCodeCheck } from './check-code.ts'
import { createOlderPasswords } from './older-password.ts'
import { secondStep } from './store-login-ticket.ts'
import type { AccountNeeds } from './needs.ts'

type LoginOrigin = Origin & { marks: readonly string[]; language: Language }

export const createLogin = (needs: AccountNeeds) => {
  const { store, hasher, envelope, guard, sessions, journal, secondFactors, tickets } = needs
  const checkCode = createCodeCheck(needs)
  const olderPasswords = createOlderPasswords(needs)

  // An unknown name takes as long as a known one.
  const recognize = async (
    userName: string,
    password: string,
    { address, marks, rehearsal = false }: LoginOrigin,
  ): Promise<LoginRow | undefined> => {
    const key = identityKey(userName)
    // A name may equal another user's address, which comes first; then the password decides.
    // A rehearsal can't guess passwords of people, nor anyone else those of its players.
    const users = (await store.byLogin(key)).filter((user) => (user.rehearsal_id !== null) === rehearsal)
    const found = new Map(users.map((user) => [user.id, user]))
    const accounts = found.size === 0 ? [`unknown ${key}`] : [...found.keys()]
    const markOf = (id: string): string | null => {
      const user = found.get(id)
      return user === undefined ? null : sessions.markOf(marks, user)
    }
    const isRight = (id: string): Promise<boolean> =>
      hasher.verify(found.get(id)?.password_hash ?? null, password)
    const right = await guard.attempt(accounts, address, isRight, markOf)
    const user = right === null ? undefined : found.get(right)
    if (user !== undefined) await olderPasswords.renew(user, password)
    else
      for (const other of users)
        if (await olderPasswords.offerLink(other, address)) throw new Problem('account.passwordUnknown')
    return user
  }

  const expectAllowed = ({ role, name }: UserRow, { address }: Origin): void => {
    if (role !== 'Banned') return
    journal.write({ message: 'Login of a banned account refused', status: 'Denied', name, address })
    throw new Problem('account.banned')
  }

  const enter = async (user: UserRow, origin: Origin): Promise<BegunSession> => {
    const session = await sessions.logIn(user, origin)
    journal.write({ message: 'Logged in', status: 'Success', name: user.name, address: origin.address })
    return session
  }

  const first = async (
    sent: { userName: string; password: string },
    origin: LoginOrigin,
  ): Promise<BegunSession> => {
    const password = origin.rehearsal === true ? sent.password : envelope.open(sent.password)
    const user = await recognize(sent.userName, password, origin)
    const { address } = origin
    if (user === undefined || !user.email_confirmed) {
      journal.write({ message: 'Login refused', status: 'Failed', name: user?.name ?? null, address })
      throw new Problem('account.credentials')
    }
    expectAllowed(user, origin)
    // One that was set up since then has changed the stamp, without which no session begins.
    if (user.factor_at !== null) throw secondStep(await tickets.issue(user))
    return enter(user, origin)
  }

  const ownerOf = async (ticket: string): Promise<UserRow> => {
    const owner = await tickets.find(ticket)
    const user = owner === undefined ? undefined : await store.byId(owner.user_id)
    // A new password or address ends what an old one has begun.
    if (user === undefined || user.stamp !== owner?.stamp || !user.email_confirmed)
      throw new Problem('login.ticketOver')
    if ((await secondFactors.find(user.id)) === null) throw new Problem('login.ticketOver')
    return user
  }

  const second = async (
    { ticket, code }: { ticket: string; code: string },
    origin: LoginOrigin,
  ): Promise<BegunSession> => {
    const user = await ownerOf(ticket)
    expectAllowed(user, origin)
    if (!(await checkCode(user, code, origin))) {
      const { name } = user
      journal.write({ message: 'Login refused: wrong code', status: 'Failed', name, address: origin.address })
      throw new Problem('secondFactor.codeWrong', { field: 'code' })
    }
    if (!(await tickets.spend(ticket))) throw new Problem('login.ticketOver')
    return enter(user, origin)
  }

  return { first, second }
}
