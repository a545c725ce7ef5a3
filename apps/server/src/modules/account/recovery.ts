import { v4 as uuidv4 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { identityKey, isOfNobody } from '@pennant/rules/account/identity'
import { createAccountMails } from './account-mail.ts'
import { decodeEmail } from './mail-token.ts'
import type { BegunSession } from '../../core/identity/caller.ts'
import type { AccountNeeds, AccountRequest } from './needs.ts'
import { checkPassword } from '../../core/identity/new-user.ts'
import { checkDomain, expectConfirmable } from './registration.ts'
import { collision } from '../../core/identity/users.ts'

export const createRecovery = (needs: AccountNeeds) => {
  const { store, hasher, envelope, guard, journal, settings, sessions } = needs
  const mails = createAccountMails(needs)

  const note = (message: string, name: string, { address }: AccountRequest): void =>
    journal.write({ message, status: 'Success', name, address })

  return {
    async sendReset(email: string, asked: AccountRequest): Promise<void> {
      const user = await store.byEmailKey(identityKey(email))
      if (user === undefined) throw new Problem('account.emailUnknown')
      if (!user.email_confirmed) throw new Problem('account.emailUnconfirmed')
      if (!settings.accountPolicy().emailConfirmationRequired || isOfNobody(user.email))
        throw new Problem('account.recoveryByAdmin')
      await expectConfirmable(needs)
      await mails.send('reset', user, user.email, asked)
      note('Password recovery requested', user.name, asked)
    },

    async reset(
      sent: { password: string; email: string; rToken: string },
      asked: AccountRequest,
    ): Promise<void> {
      const password = envelope.open(sent.password)
      const user = await store.byEmailKey(identityKey(decodeEmail(sent.email)))
      if (user === undefined || !mails.proves('reset', user, user.email, sent.rToken))
        throw new Problem('account.resetInvalid')
      checkPassword(password)
      const changes = { password_hash: await hasher.hash(password), stamp: uuidv4() }
      if (!(await store.update(user.id, changes, user.stamp))) throw new Problem('account.resetInvalid')
      await sessions.endAll(user.id)
      await guard.forgive(user.id, asked.address)
      note('Password reset by email', user.name, asked)
    },

    /** False if changing the address by mail is off. */
    async sendChange(userId: string, newMail: string, asked: AccountRequest): Promise<boolean> {
      const policy = settings.accountPolicy()
      if ((await store.byEmailKey(identityKey(newMail))) !== undefined)
        throw new Problem('account.emailTaken')
      checkDomain(newMail, policy.emailDomainList)
      if (!policy.emailConfirmationRequired) return false
      const user = await store.byId(userId)
      if (user === undefined) throw new Problem('auth.required')
      await expectConfirmable(needs)
      await mails.send('change', user, newMail, asked)
      note('Email address change requested', user.name, asked)
      return true
    },

    async confirmChange(
      userId: string,
      sent: { token: string; email: string },
      asked: AccountRequest,
    ): Promise<BegunSession> {
      const email = decodeEmail(sent.email)
      const user = await store.byId(userId)
      if (user === undefined || !mails.proves('change', user, email, sent.token))
        throw new Problem('account.emailInvalid')
      const stamp = uuidv4()
      const changes = { email, email_key: identityKey(email), email_confirmed: true, stamp }
      const written = await store.update(userId, changes, user.stamp).catch((error: unknown) => {
        if (collision(error) === null) throw error
        return false
      })
      if (!written) throw new Problem('account.emailInvalid')
      note('Email address changed', user.name, asked)
      return sessions.renew({ id: userId, stamp }, asked)
    },
  }
}
