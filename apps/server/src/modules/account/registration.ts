import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { passwordFault } from '@pennant/rules/account/password-policy'
import type { Tx, UserRow } from '../../ports/database.ts'
import { identityKey } from './identity.ts'
import { encodeEmail, issueMailToken } from './mail-token.ts'
import type { AccountNeeds, Asked, Registered } from './needs.ts'
import { collision, createAccountStore } from './store.ts'

export type NewAccount = { userName: string; email: string; password: string }

/** Throws the first rule that the password breaks. */
export const checkPassword = (password: string): void => {
  const fault = passwordFault(password)
  if (fault !== null) throw new Problem(fault.code, fault.params)
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
  const { store, clock, hasher, journal, settings, mail, sessions } = needs

  const sendConfirmation = async (user: Pick<UserRow, 'id' | 'name' | 'email' | 'stamp'>, asked: Asked, tx?: Tx) => {
    const claim = { purpose: 'confirm', userId: user.id, stamp: user.stamp, email: user.email } as const
    const token = issueMailToken(needs.mailKey(), claim, clock.now())
    const base = needs.publicUrl ?? asked.origin
    const link = `${base}/account/verify?token=${token}&email=${encodeEmail(user.email)}`
    await mail.enqueue(
      'confirm',
      { to: user.email, userName: user.name, link, language: asked.language, platform: settings.platformName() },
      tx,
    )
  }

  /** The record that waits for confirmation keeps its name and password; only the mail goes out again. */
  const again = async (user: UserRow, asked: Asked): Promise<Registered> => {
    const { emailConfirmationRequired } = settings.accountPolicy()
    if (!emailConfirmationRequired) return { status: 'AdminConfirmationRequired', session: null }
    await sendConfirmation(user, asked)
    return { status: 'EmailConfirmationRequired', session: null }
  }

  return {
    async register(account: NewAccount, asked: Asked): Promise<Registered> {
      const policy = settings.accountPolicy()
      checkDomain(account.email, policy.emailDomainList)
      const password = needs.envelope.open(account.password)
      const existing = await store.byEmailKey(identityKey(account.email))
      if (existing?.email_confirmed === true) throw new Problem('account.emailTaken')
      if (existing !== undefined) return again(existing, asked)
      checkPassword(password)

      const now = new Date(clock.now())
      const user = newUser({
        name: account.userName,
        email: account.email,
        passwordHash: await hasher.hash(password),
        now,
      })
      const active = policy.activeOnRegister
      const byMail = !active && policy.emailConfirmationRequired
      try {
        await store.atomically(async (tx) => {
          await createAccountStore(tx).insert({
            ...user,
            email_confirmed: active,
            ip: asked.address ?? '0.0.0.0',
            ...(active ? { signed_in_at: now, visited_at: now } : {}),
          })
          if (byMail) await sendConfirmation(user, asked, tx)
        })
      } catch (error) {
        throw collided(error)
      }
      if (byMail) mail.wake()
      journal.write({
        message: active ? 'Account registered' : 'Account registered, waits for confirmation',
        status: active ? 'Success' : 'Pending',
        name: user.name,
        address: asked.address,
      })
      if (active) return { status: 'LoggedIn', session: await sessions.begin(user.id, asked) }
      return { status: byMail ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired', session: null }
    },
  }
}
