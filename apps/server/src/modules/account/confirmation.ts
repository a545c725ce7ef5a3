import { v4 as uuidv4 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import type { RegistrationRow } from '../../ports/tables/registration.ts'
import { createAccountMails } from './account-mail.ts'
import { secondStep } from './store-login-ticket.ts'
import { decodeEmail } from './mail-token.ts'
import type { BegunSession, Caller } from '../../core/identity/caller.ts'
import type { AccountNeeds, AccountRequest } from './needs.ts'
import { collided } from '../../core/identity/new-user.ts'
import { createAccountStore } from '../../core/identity/users.ts'
import { createRegistrationStore } from './store-registration.ts'

type Confirmed = Pick<UserRow, 'id' | 'name' | 'stamp' | 'role'>
type Claim = { user: UserRow } | { rival: RegistrationRow }

export const createConfirmation = (needs: AccountNeeds) => {
  const { store, registrations, clock, journal, sessions, names, secondFactors, tickets } = needs
  const mails = createAccountMails(needs)

  /** Null if the claim is gone. The account is always written first, so that concurrent calls lock in one order. */
  const confirm = (claim: Claim, asked: AccountRequest | null): Promise<Confirmed | null> =>
    store.atomically(async (tx) => {
      const [users, pending] = [createAccountStore(tx), createRegistrationStore(tx)]
      const at = new Date(clock.now())
      const stamp = uuidv4()
      const proven = {
        email_confirmed: true,
        stamp,
        registered_at: at,
        ...(asked === null ? {} : { signed_in_at: at, visited_at: at, ip: asked.address ?? '0.0.0.0' }),
      }
      if ('user' in claim) {
        const { id, name, role, email_key: key } = claim.user
        if (!(await users.update(id, proven, claim.user.stamp))) return null
        await pending.end(key)
        return { id, name, role, stamp }
      }
      const { id, name, name_key, email, email_key, password_hash } = claim.rival
      const before = await users.byEmailKey(email_key)
      const given = await names.columnsFor(tx, { kind: 'user', name, id: before?.id ?? id })
      const mine = { name, name_key, ...given, email, email_key, password_hash, ...proven }
      if (before === undefined) await users.insert({ id, ...mine })
      else if (before.email_confirmed || before.signed_in_at !== null) return null
      else if (!(await users.update(before.id, mine, before.stamp))) return null
      if (!(await pending.end(email_key)).includes(id)) throw new Problem('account.verifyUnknown')
      return { id: before?.id ?? id, name, role: before?.role ?? 'User', stamp }
    })

  const settled = async (claim: Claim, asked: AccountRequest | null): Promise<Confirmed> => {
    const confirmed = await confirm(claim, asked).catch((error: unknown) => {
      throw collided(error)
    })
    if (confirmed === null) throw new Problem('account.verifyUnknown')
    return confirmed
  }

  return {
    async verify(sent: { token: string; email: string }, asked: AccountRequest): Promise<BegunSession> {
      const key = identityKey(decodeEmail(sent.email))
      // Rivals first: a caller whose registration has just gone then finds the account that was confirmed.
      const rivals = await registrations.rivalsFor(key)
      const user = await store.byEmailKey(key)
      if (user?.email_confirmed === true || (user === undefined && rivals.length === 0))
        throw new Problem('account.verifyUnknown')
      const proves = (one: Pick<UserRow, 'id' | 'name' | 'stamp' | 'email'>): boolean =>
        mails.proves('confirm', one, one.email, sent.token)
      const rival = rivals.find(proves)
      const claim = user !== undefined && proves(user) ? { user } : rival === undefined ? null : { rival }
      if (claim === null) throw new Problem('account.verifyInvalid')
      const { id, name, role, stamp } = await settled(claim, asked)
      journal.write({ message: 'Email address confirmed', status: 'Success', name, address: asked.address })
      const factor = await secondFactors.find(id)
      if (role !== 'Banned' && factor === null) return sessions.renew({ id, stamp }, asked)
      await sessions.endAll(id)
      if (role !== 'Banned') throw secondStep(await tickets.issue({ id, stamp }))
      throw new Problem('account.banned')
    },

    async approve(id: string, by: Caller): Promise<void> {
      const [user, rival] = await Promise.all([store.byId(id), registrations.byId(id)])
      const claim =
        user !== undefined && !user.email_confirmed ? { user } : rival?.user_id === null ? { rival } : null
      if (claim === null) throw new Problem('account.verifyUnknown')
      const { name } = await settled(claim, null)
      journal.done(by, `Account ${name} confirmed for its owner`)
    },

    sweep: (): Promise<void> => registrations.forget(new Date(clock.now() - keptMs)),
  }
}

export type Confirmation = ReturnType<typeof createConfirmation>

const keptMs = 30 * 86_400_000
