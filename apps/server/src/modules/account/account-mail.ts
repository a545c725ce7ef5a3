import type { Language } from '@pennant/contract/enums'
import { isOfNobody } from '@pennant/rules/account/identity'
import type { Tx, UserRow } from '../../ports/database.ts'
import { checkMailToken, encodeEmail, issueMailToken, type MailTokenPurpose } from './mail-token.ts'
import type { AccountMail, AccountNeeds } from './needs.ts'

type Owner = Pick<UserRow, 'id' | 'name' | 'stamp'>

const pages: Readonly<Record<MailTokenPurpose, string>> = {
  confirm: 'verify',
  reset: 'reset',
  change: 'confirm',
}

export const createAccountMails = ({ clock, mail, mailKey, settings, site, networkOf }: AccountNeeds) => {
  /** Null until the site's address is set: the address in a request can't be trusted. */
  const linkFor = (
    purpose: MailTokenPurpose,
    { userId, stamp, to: email, returnTo }: AccountMail,
  ): string | null => {
    const base = site.url()
    if (base === null) return null
    const token = issueMailToken(mailKey, { purpose, userId, stamp, email }, clock.now())
    const link = `${base}/account/${pages[purpose]}?token=${token}&email=${encodeEmail(email)}`
    // Behind the hash, because an invite code must not get into logs.
    return returnTo === undefined ? link : `${link}#from=${encodeURIComponent(returnTo)}`
  }

  return {
    async send(
      purpose: MailTokenPurpose,
      user: Owner,
      email: string,
      {
        language,
        address,
        returnTo,
      }: { language: Language; address: string | null; returnTo?: string | null },
      tx?: Tx,
    ): Promise<void> {
      if (isOfNobody(email)) return
      const platform = settings.platformName()
      const content = {
        to: email,
        userName: user.name,
        userId: user.id,
        stamp: user.stamp,
        language,
        platform,
        asked: { at: clock.now(), network: address === null ? null : networkOf(address) },
        ...(purpose === 'confirm' ? { about: user.id } : {}),
        ...(returnTo?.startsWith('/') === true ? { returnTo } : {}),
      }
      const link = linkFor(purpose, content)
      await (link === null
        ? mail.hold(purpose, content, tx)
        : mail.enqueue(purpose, { ...content, link }, tx))
    },

    /** The links are made now, so they are valid for their full time. */
    async release(): Promise<void> {
      if (site.url() !== null) await mail.release(linkFor)
    },

    proves(purpose: MailTokenPurpose, user: Owner, email: string, token: string): boolean {
      const claim = { purpose, userId: user.id, stamp: user.stamp, email }
      return checkMailToken(mailKey, token, claim, clock.now())
    },
  }
}
