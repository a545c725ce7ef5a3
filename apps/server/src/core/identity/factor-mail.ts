import type { Language } from '@pennant/contract/enums'
import type { UserRow } from '../../ports/database.ts'
import type { MailService } from '../mail/mail.ts'
import type { FactorMailKind } from '../mail/template.ts'

type Needs = { mail: MailService; site: { url(): string | null }; platform: () => string }
type Person = Pick<UserRow, 'name' | 'email'>

export type FactorMail = (kind: FactorMailKind, person: Person, language: Language) => Promise<void>

export const createFactorMail =
  ({ mail, site, platform }: Needs): FactorMail =>
  async (kind, { name, email }, language) => {
    const base = site.url()
    const link = base === null ? null : `${base}/account/profile`
    await mail.enqueue(kind, { to: email, userName: name, link, language, platform: platform() })
  }
