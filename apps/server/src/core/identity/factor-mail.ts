import type { Language } from '@pennant/contract/enums'
import type { UserRow } from '../../ports/database.ts'
import type { MailService } from '../mail/mail.ts'

type Needs = { mail: MailService; site: { url(): string | null }; platform: () => string }
type Person = Pick<UserRow, 'name' | 'email'>

export type FactorMail = (person: Person, language: Language) => Promise<void>

/** Tells people that their account lost its second factor. */
export const createFactorMail =
  ({ mail, site, platform }: Needs): FactorMail =>
  async ({ name, email }, language) => {
    const base = site.url()
    const link = base === null ? null : `${base}/account/profile`
    await mail.enqueue('factorRemoved', { to: email, userName: name, link, language, platform: platform() })
  }
