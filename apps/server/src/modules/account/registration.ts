import type { RegisterStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../../ports/database.ts'
import { createAccountMails } from './account-mail.ts'
import type { BegunSession } from '../../core/identity/caller.ts'
import type { AccountNeeds, AccountRequest } from './needs.ts'
import { checkName, checkPassword, collided, newUser } from '../../core/identity/new-user.ts'
import { collision, createAccountStore } from '../../core/identity/users.ts'
import { createRegistrationStore } from './store-registration.ts'

export type NewAccount = { userName: string; email: string; password: string; returnTo?: string | null }
export type Registered = { status: RegisterStatus; session: BegunSession | null }

export const checkDomain = (email: string, list: string): void => {
  const domains = list
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '')
  const domain = email.slice(email.indexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain))
    throw new Problem('account.emailDomain', { domains: domains.join(', ') })
}

export const expectConfirmable = async ({
  mailLeaves,
  store,
}: Pick<AccountNeeds, 'mailLeaves' | 'store'>): Promise<void> => {
  if (!mailLeaves() && !(await store.anyAdministrator())) throw new Problem('mail.notQueued')
}

const linkMs = 3 * 3_600_000
const mostPerNetwork = 10
const mostPerAddress = 30

export const createRegistration = (needs: AccountNeeds) => {
  const { store, registrations, clock, hasher, journal, settings, mail, sessions, names } = needs
  const mails = createAccountMails(needs)

  const awaited = async (): Promise<Exclude<RegisterStatus, 'LoggedIn'>> => {
    if (!settings.accountPolicy().emailConfirmationRequired) return 'AdminConfirmationRequired'
    await expectConfirmable(needs)
    return needs.mailLeaves() ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired'
  }

  const note = (message: string, name: string, { address }: AccountRequest): void =>
    journal.write({ message, status: 'Pending', name, address })

  // More mails than this are too many to look through.
  const expectFew = async (emailKey: string, network: string | null): Promise<void> => {
    const now = clock.now()
    const recent = await registrations.since(emailKey, new Date(now - linkMs))
    const near = recent.filter((one) => one.network === network)
    const full = recent.length >= mostPerAddress ? recent : near.length >= mostPerNetwork ? near : []
    const [oldest] = full
    if (oldest === undefined) return
    const seconds = Math.max(1, Math.ceil((oldest.created_at.getTime() + linkMs - now) / 1000))
    throw new Problem('request.tooMany', { seconds })
  }

  const registrationOf = (
    user: ReturnType<typeof newUser>,
    userId: string | null,
    asked: AccountRequest,
  ) => ({
    id: user.id,
    user_id: userId,
    name: user.name,
    name_key: user.name_key,
    email: user.email,
    email_key: user.email_key,
    password_hash: user.password_hash,
    stamp: user.stamp,
    network: networkAsked(asked),
    created_at: user.registered_at,
  })
  const networkAsked = ({ address }: AccountRequest): string | null =>
    address === null ? null : needs.networkOf(address)

  // Another user may have taken the address first: the first registration to be confirmed gets the account.
  const beside = async (
    existing: UserRow,
    account: NewAccount & { passwordText: string },
    asked: AccountRequest,
  ): Promise<Registered> => {
    const { returnTo } = account
    const status = await awaited()
    // An account that has been used is confirmed again by its own link only.
    const used = existing.signed_in_at !== null
    if (used || !settings.accountPolicy().emailConfirmationRequired) {
      if (settings.accountPolicy().emailConfirmationRequired)
        await mails.send('confirm', existing, existing.email, { ...asked, returnTo })
      note('Account registered again, still waiting for confirmation', existing.name, asked)
      return { status, session: null }
    }
    checkName(account.userName)
    checkPassword(account.passwordText)
    const nameKey = identityKey(account.userName)
    const holder = (await store.byLogin(nameKey)).find((one) => one.name_key === nameKey)
    if (holder !== undefined && holder.id !== existing.id) throw new Problem('account.nameTaken')
    await expectFew(existing.email_key, networkAsked(asked))
    const passwordHash = await hasher.hash(account.passwordText)
    const now = new Date(clock.now())
    const rival = newUser({ name: account.userName, email: account.email, passwordHash, now })
    await store.atomically(async (tx) => {
      await names.columnsFor(tx, { kind: 'user', name: rival.name, id: existing.id })
      await createRegistrationStore(tx).insert(registrationOf(rival, null, asked))
      await mails.send('confirm', rival, rival.email, { ...asked, returnTo }, tx)
    })
    mail.wake()
    note('Account registered beside another with the same address', rival.name, asked)
    return { status, session: null }
  }

  return {
    async register(account: NewAccount, asked: AccountRequest): Promise<Registered> {
      const policy = settings.accountPolicy()
      checkDomain(account.email, policy.emailDomainList)
      const password = needs.envelope.open(account.password)
      const existing = await store.byEmailKey(identityKey(account.email))
      if (existing?.email_confirmed === true) throw new Problem('account.emailTaken')
      const sent = { ...account, passwordText: password }
      if (existing !== undefined) return beside(existing, sent, asked)
      checkName(account.userName)
      checkPassword(password)

      const now = new Date(clock.now())
      const passwordHash = await hasher.hash(password)
      const user = newUser({ name: account.userName, email: account.email, passwordHash, now })
      const active = policy.activeOnRegister
      const byMail = !active && policy.emailConfirmationRequired
      const status = active ? 'LoggedIn' : await awaited()
      try {
        await store.atomically(async (tx) => {
          await createAccountStore(tx).insert({
            ...user,
            ...(await names.columnsFor(tx, { kind: 'user', name: user.name })),
            email_confirmed: active,
            ip: asked.address ?? '0.0.0.0',
            ...(active ? { signed_in_at: now, visited_at: now } : {}),
          })
          if (!byMail) return
          await createRegistrationStore(tx).insert(registrationOf(user, user.id, asked))
          await mails.send('confirm', user, user.email, { ...asked, returnTo: account.returnTo }, tx)
        })
      } catch (error) {
        const quicker = collision(error) === 'email' ? await store.byEmailKey(user.email_key) : undefined
        if (quicker?.email_confirmed === false) return beside(quicker, sent, asked)
        throw collided(error)
      }
      if (byMail) mail.wake()
      journal.write({
        message: active ? 'Account registered' : 'Account registered, waiting for confirmation',
        status: active ? 'Success' : 'Pending',
        name: user.name,
        address: asked.address,
      })
      return { status, session: active ? await sessions.begin(user, asked) : null }
    },
  }
}
