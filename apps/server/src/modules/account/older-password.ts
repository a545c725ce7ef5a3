import { isOfNobody } from '@pennant/rules/account/identity'
import { hashFormat } from '../../kit/password/argon2.ts'
import type { UserRow } from '../../ports/database.ts'
import { unaskedLanguage } from '../../core/mail/template.ts'
import { createAccountMails } from './account-mail.ts'
import type { AccountNeeds } from './needs.ts'

const hour = 3_600_000

export const createOlderPasswords = (needs: AccountNeeds) => {
  const { cache, hasher, journal, store } = needs
  const mails = createAccountMails(needs)

  return {
    /** Keeps our hash of a password that was right. A password that was changed meanwhile stays. */
    async renew({ id, password_hash: stored, stamp }: UserRow, password: string): Promise<void> {
      if (stored === null || hashFormat(stored) !== 'older') return
      await store.update(id, { password_hash: await hasher.hash(password) }, stamp)
    },

    /** Whether no password can be checked for this account: a link to set one is on its way then. */
    async offerLink(user: UserRow, address: string | null): Promise<boolean> {
      const { id, name, email, password_hash: stored, role, rehearsal_id: rehearsal } = user
      const isUnknown = stored === null || hashFormat(stored) === 'unknown'
      if (!isUnknown || !user.email_confirmed || role === 'Banned' || rehearsal !== null) return false
      if (isOfNobody(email)) return false
      // Anyone can ask by trying to log in.
      const sent = `password link:${id}`
      if ((await cache.get(sent)) !== null) return true
      await cache.set(sent, 'sent', hour)
      try {
        await mails.send('reset', user, email, { language: unaskedLanguage, address })
      } catch (error) {
        await cache.delete(sent)
        throw error
      }
      journal.write({ message: 'Sent a link to set a password', status: 'Pending', name, address })
      return true
    },
  }
}
