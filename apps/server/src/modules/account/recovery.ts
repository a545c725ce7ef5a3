import { v4 as uuidv4 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { identityKey } from './identity.ts'
import { checkMailToken, decodeEmail, encodeEmail, issueMailToken } from './mail-token.ts'
import type { AccountNeeds, Asked } from './needs.ts'
import { checkDomain, checkPassword } from './registration.ts'
import { collision } from './store.ts'
import type { BegunSession } from './session-type.ts'

/** Everything that goes by a link in a mail. */
export const createRecovery = (needs: AccountNeeds) => {
  const { store, clock, hasher, journal, settings, mail, sessions } = needs
  const now = (): Date => new Date(clock.now())
  const base = (asked: Asked): string => needs.publicUrl ?? asked.origin

  return {
    async sendReset(email: string, asked: Asked): Promise<void> {
      const user = await store.byEmailKey(identityKey(email))
      if (user === undefined) throw new Problem('account.emailUnknown')
      if (!user.email_confirmed) throw new Problem('account.emailUnconfirmed')
      if (!settings.accountPolicy().emailConfirmationRequired) throw new Problem('account.recoveryByAdmin')
      const claim = { purpose: 'reset', userId: user.id, stamp: user.stamp, email: user.email } as const
      const token = issueMailToken(needs.mailKey(), claim, clock.now())
      const link = `${base(asked)}/account/reset?token=${token}&email=${encodeEmail(user.email)}`
      await mail.enqueue('reset', {
        to: user.email,
        userName: user.name,
        link,
        language: asked.language,
        platform: settings.platformName(),
      })
      journal.write({ message: 'Password recovery asked for', status: 'Success', name: user.name, address: asked.address })
    },

    async reset(sent: { password: string; email: string; rToken: string }, asked: Asked): Promise<void> {
      const password = needs.envelope.open(sent.password)
      const user = await store.byEmailKey(identityKey(decodeEmail(sent.email)))
      const claim = user && ({ purpose: 'reset', userId: user.id, stamp: user.stamp, email: user.email } as const)
      if (user === undefined || claim === undefined || !checkMailToken(needs.mailKey(), sent.rToken, claim, clock.now()))
        throw new Problem('account.resetInvalid')
      checkPassword(password)
      const changes = { password_hash: await hasher.hash(password), stamp: uuidv4() }
      if (!(await store.update(user.id, changes, user.stamp))) throw new Problem('account.resetInvalid')
      await sessions.endAll(user.id)
      journal.write({ message: 'Password reset by mail', status: 'Success', name: user.name, address: asked.address })
    },

    async verify(sent: { token: string; email: string }, asked: Asked): Promise<BegunSession> {
      const user = await store.byEmailKey(identityKey(decodeEmail(sent.email)))
      if (user === undefined || user.email_confirmed) throw new Problem('account.verifyUnknown')
      const claim = { purpose: 'confirm', userId: user.id, stamp: user.stamp, email: user.email } as const
      if (!checkMailToken(needs.mailKey(), sent.token, claim, clock.now())) throw new Problem('account.verifyInvalid')
      const at = now()
      const changes = {
        email_confirmed: true,
        stamp: uuidv4(),
        registered_at: at,
        signed_in_at: at,
        visited_at: at,
        ip: asked.address ?? '0.0.0.0',
      }
      if (!(await store.update(user.id, changes, user.stamp))) throw new Problem('account.verifyUnknown')
      sessions.changed(user.id)
      if (user.role === 'Banned') throw new Problem('account.banned')
      journal.write({ message: 'E-mail address confirmed', status: 'Success', name: user.name, address: asked.address })
      return sessions.begin(user.id, asked)
    },

    /** False when changing the address by mail is switched off. */
    async sendChange(userId: string, newMail: string, asked: Asked): Promise<boolean> {
      const policy = settings.accountPolicy()
      if ((await store.byEmailKey(identityKey(newMail))) !== undefined) throw new Problem('account.emailTaken')
      checkDomain(newMail, policy.emailDomainList)
      if (!policy.emailConfirmationRequired) return false
      const user = await store.byId(userId)
      if (user === undefined) throw new Problem('auth.required')
      const claim = { purpose: 'change', userId, stamp: user.stamp, email: newMail } as const
      const token = issueMailToken(needs.mailKey(), claim, clock.now())
      const link = `${base(asked)}/account/confirm?token=${token}&email=${encodeEmail(newMail)}`
      await mail.enqueue('change', {
        to: newMail,
        userName: user.name,
        link,
        language: asked.language,
        platform: settings.platformName(),
      })
      journal.write({ message: 'Change of e-mail address asked for', status: 'Success', name: user.name, address: asked.address })
      return true
    },

    async confirmChange(userId: string, sent: { token: string; email: string }, asked: Asked): Promise<BegunSession> {
      const email = decodeEmail(sent.email)
      const user = await store.byId(userId)
      const claim = user && ({ purpose: 'change', userId, stamp: user.stamp, email } as const)
      if (user === undefined || claim === undefined || !checkMailToken(needs.mailKey(), sent.token, claim, clock.now()))
        throw new Problem('account.emailInvalid')
      const changes = { email, email_key: identityKey(email), email_confirmed: true, stamp: uuidv4() }
      try {
        if (!(await store.update(userId, changes, user.stamp))) throw new Problem('account.emailInvalid')
      } catch (error) {
        throw collision(error) === null ? error : new Problem('account.emailInvalid')
      }
      journal.write({ message: 'E-mail address changed', status: 'Success', name: user.name, address: asked.address })
      return sessions.renew(userId, asked)
    },
  }
}
