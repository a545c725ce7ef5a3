import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import type { RegisterStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import { passwordFault } from '@pennant/rules/account/password-policy'
import { passesForEmail } from '@pennant/rules/account/user-name'
import type { UserRow } from '../../ports/database.ts'
import { createLetters } from './letter.ts'
import type { AccountNeeds, Asked, BegunSession } from './needs.ts'
import { collision, createAccountStore } from './store.ts'

export type NewAccount = { userName: string; email: string; password: string }
export type Registered = { status: RegisterStatus; session: BegunSession | null }

/** Throws the first rule that the password breaks. */
export const checkPassword = (password: string): void => {
  const fault = passwordFault(password)
  if (fault !== null) throw new Problem(fault.code, fault.params)
}

/** Throws when a new name could pass for somebody's email address. Names that exist stay. */
export const checkName = (name: string): void => {
  if (passesForEmail(name)) throw new Problem('account.nameAt', { field: 'userName' })
}

/** Throws when the address is not of a domain that the installation takes. */
export const checkDomain = (email: string, list: string): void => {
  const domains = list
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '')
  const domain = email.slice(email.indexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain))
    throw new Problem('account.emailDomain', { domains: domains.join(', ') })
}

export const collided = (error: unknown): unknown => {
  const taken = collision(error)
  if (taken === null) return error
  return new Problem(taken === 'name' ? 'account.nameTaken' : 'account.emailTaken')
}

/** Everything a new row of `user` needs. */
export const newUser = (account: { name: string; email: string; passwordHash: string; now: Date }) => ({
  id: uuidv7(),
  name: account.name,
  name_key: identityKey(account.name),
  email: account.email,
  email_key: identityKey(account.email),
  password_hash: account.passwordHash,
  stamp: uuidv4(),
  registered_at: account.now,
})

export const createRegistration = (needs: AccountNeeds) => {
  const { store, clock, hasher, journal, settings, mail, sessions, names } = needs
  const letters = createLetters(needs)

  /** The record that waits for confirmation keeps its name and password; only the mail goes out again. */
  const again = async (user: UserRow, asked: Asked): Promise<Registered> => {
    const byMail = settings.accountPolicy().emailConfirmationRequired
    if (byMail) await letters.send('confirm', user, user.email, asked)
    journal.write({
      message: 'Account registered again, still waits for confirmation',
      status: 'Pending',
      name: user.name,
      address: asked.address,
    })
    return { status: byMail ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired', session: null }
  }

  return {
    async register(account: NewAccount, asked: Asked): Promise<Registered> {
      const policy = settings.accountPolicy()
      checkDomain(account.email, policy.emailDomainList)
      const password = needs.envelope.open(account.password)
      const existing = await store.byEmailKey(identityKey(account.email))
      if (existing?.email_confirmed === true) throw new Problem('account.emailTaken')
      if (existing !== undefined) return again(existing, asked)
      checkName(account.userName)
      checkPassword(password)

      const now = new Date(clock.now())
      const passwordHash = await hasher.hash(password)
      const user = newUser({ name: account.userName, email: account.email, passwordHash, now })
      const active = policy.activeOnRegister
      const byMail = !active && policy.emailConfirmationRequired
      try {
        await store.atomically(async (tx) => {
          await createAccountStore(tx).insert({
            ...user,
            ...(await names.give(tx, { kind: 'user', name: user.name })),
            email_confirmed: active,
            ip: asked.address ?? '0.0.0.0',
            ...(active ? { signed_in_at: now, visited_at: now } : {}),
          })
          if (byMail) await letters.send('confirm', user, user.email, asked, tx)
        })
      } catch (error) {
        const quicker = collision(error) === 'email' ? await store.byEmailKey(user.email_key) : undefined
        if (quicker?.email_confirmed === false) return again(quicker, asked)
        throw collided(error)
      }
      if (byMail) mail.wake()
      journal.write({
        message: active ? 'Account registered' : 'Account registered, waits for confirmation',
        status: active ? 'Success' : 'Pending',
        name: user.name,
        address: asked.address,
      })
      if (active) return { status: 'LoggedIn', session: await sessions.begin(user, asked) }
      return { status: byMail ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired', session: null }
    },
  }
}
