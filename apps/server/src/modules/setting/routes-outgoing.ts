import { editCaptchaKeys, readCaptchaKeys } from '@pennant/contract/captcha-keys'
import { editMailServer, readMailServer } from '@pennant/contract/mail-server'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'

export const outgoingRoutes = ({
  outgoing,
  settings,
  mail,
}: Pick<Core, 'mail' | 'outgoing' | 'settings'>): BoundRoute[] => [
  bind(readMailServer, async () => {
    await settings.fresh()
    const { host, port, security, userName, password, senderAddress, senderName, unreadable, fixed } =
      outgoing.mail()
    return {
      host,
      port,
      security,
      userName,
      senderAddress,
      senderName,
      hasPassword: password !== '',
      unreadable,
      fixed,
    }
  }),
  bind(editMailServer, async (call) => {
    const reply = await outgoing.editMail(call.body, call)
    mail.wake()
    return { reply }
  }),
  bind(readCaptchaKeys, async () => {
    await settings.fresh()
    const { provider, siteKey, secretKey, difficulty, unreadable, fixed } = outgoing.captcha()
    return { provider, siteKey, difficulty, hasSecretKey: secretKey !== '', unreadable, fixed }
  }),
  bind(editCaptchaKeys, (call) => outgoing.editCaptcha(call.body, call)),
]
