import type { Core } from '../core/core.ts'
import { unaskedLanguage } from '../core/mail/template.ts'
import type { Redact } from '../kit/redaction.ts'

type Needs = Pick<Core, 'mail' | 'settings' | 'site' | 'users'>

/** `why`: what kept the backup from working. Null: one works again. */
export type TellAdministrators = (why: string | null) => Promise<void>

export const createBackupMail =
  ({ mail, settings, site, users }: Needs, redact: Redact): TellAdministrators =>
  async (why) => {
    const base = site.url()
    const about = {
      link: base === null ? null : `${base}/admin/status`,
      language: unaskedLanguage,
      platform: settings.platformName(),
      ...(why === null ? {} : { detail: redact(new Error(why)) }),
    }
    for (const { name, email } of await users.administrators())
      await mail.enqueue(why === null ? 'backupWorks' : 'backupFailed', {
        to: email,
        userName: name,
        ...about,
      })
  }
