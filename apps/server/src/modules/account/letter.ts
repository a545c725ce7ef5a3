import { Problem } from '@pennant/contract/problem'
import type { Tx, UserRow } from '../../ports/database.ts'
import { checkMailToken, encodeEmail, issueMailToken, type MailTokenPurpose } from './mail-token.ts'
import type { AccountNeeds, Asked } from './needs.ts'

type Needs = Pick<AccountNeeds, 'clock' | 'mail' | 'mailKey' | 'settings' | 'publicUrl'>
type Owner = Pick<UserRow, 'id' | 'name' | 'stamp'>

const pages: Readonly<Record<MailTokenPurpose, string>> = {
  confirm: 'verify',
  reset: 'reset',
  change: 'confirm',
}

/** Mails that prove that somebody reads an address: each carries a link with a token for one purpose. */
export const createLetters = ({ clock, mail, mailKey, settings, publicUrl }: Needs) => ({
  async send(purpose: MailTokenPurpose, user: Owner, email: string, asked: Asked, tx?: Tx): Promise<void> {
    const claim = { purpose, userId: user.id, stamp: user.stamp, email }
    const token = issueMailToken(mailKey(), claim, clock.now())
    const base = publicUrl ?? originOf(asked.origin)
    const link = `${base}/account/${pages[purpose]}?token=${token}&email=${encodeEmail(email)}`
    const { language } = asked
    await mail.enqueue(
      purpose,
      { to: email, userName: user.name, link, language, platform: settings.platformName() },
      tx,
    )
  },

  /** Whether `token` is what was sent to `email` of this user for this purpose, in time. */
  proves(purpose: MailTokenPurpose, user: Owner, email: string, token: string): boolean {
    const claim = { purpose, userId: user.id, stamp: user.stamp, email }
    return checkMailToken(mailKey(), token, claim, clock.now())
  },
})

/** What a caller says to have called may be anything. */
const originOf = (said: string): string => {
  if (!URL.canParse(said)) throw new Problem('mail.notQueued')
  return new URL(said).origin
}
