import type { CaptchaKeysEdit } from '@pennant/contract/captcha-keys'
import type { Language } from '@pennant/contract/enums'
import type { MailServerEdit } from '@pennant/contract/mail-server'
import { Problem } from '@pennant/contract/problem'
import {
  type CaptchaKeys,
  type ConfiguredCaptcha,
  captchaInUse,
  type CaptchaInUse,
  storedCaptchaKeys,
} from './captcha-keys.ts'
import {
  type ConfiguredMail,
  type MailInUse,
  mailInUse,
  type MailServer,
  storedMailServer,
} from './mail-server.ts'
import type { Caller } from '../identity/caller.ts'
import type { MailMessage } from '../../ports/mailer.ts'
import { createRedaction } from '../../kit/redaction.ts'
import type { SettingService } from './settings.ts'
import type { Vault } from './vault.ts'

type Author = Caller & { language: Language }

export type OutgoingTests = {
  /** Resolves with what the server replied; throws what it refused. */
  tryMail(server: MailServer, mail: MailMessage): Promise<string>
  tryCaptcha(keys: CaptchaKeys): Promise<void>
}

type Needs = OutgoingTests & {
  settings: Pick<SettingService, 'current' | 'fresh' | 'keep'>
  vault: Vault
  mail: ConfiguredMail
  captcha: ConfiguredCaptcha
  emailOf(userId: string): Promise<string | null>
  testMessage(server: MailServer, to: string, language: Language): MailMessage
}

const hostName = /^[a-z0-9]([a-z0-9._:-]*[a-z0-9])?$/i
const mailAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u

export const createOutgoing = (needs: Needs) => {
  const { settings, vault } = needs

  const keptPassword = (sent: MailServerEdit, now: MailInUse): string => {
    if (now.password === '' || sent.userName === '') return ''
    // An administrator must not learn the password by naming a server of their own.
    const same =
      sent.host.trim().toLowerCase() === now.host.toLowerCase() &&
      sent.port === now.port &&
      sent.userName === now.userName &&
      sent.security === now.security
    if (!same) throw new Problem('setting.secretAgain', { field: 'password' })
    return now.password
  }

  const outgoing = {
    mail: (): MailInUse => mailInUse(settings.current().mailServer, needs.mail),
    captcha: () => captchaInUse(settings.current().captchaKeys, needs.captcha),

    async editMail(sent: MailServerEdit, caller: Author): Promise<string | null> {
      await settings.fresh()
      const now = outgoing.mail()
      refuseFixed(now, sent)
      const isFixed = now.fixed.some(({ field }) => field === 'password')
      const server: MailServer = {
        host: sent.host.trim(),
        port: sent.port,
        security: sent.security,
        userName: sent.userName,
        password: isFixed ? now.password : (sent.password ?? keptPassword(sent, now)),
        senderAddress: sent.senderAddress.trim(),
        senderName: sent.senderName,
      }
      const sends = server.senderAddress !== ''
      if (sends && !mailAddress.test(server.senderAddress))
        throw new Problem('validation.email', { field: 'senderAddress' })
      if ((sends || server.host !== '') && !hostName.test(server.host))
        throw new Problem('setting.host', { field: 'host' })
      const reply = sends && sent.untested !== true ? await tried(server, caller) : null
      await settings.keep(
        'MailServer',
        storedMailServer(isFixed ? { ...server, password: '' } : server, vault),
        { caller, message: sends ? `Mail server set to ${server.host}` : 'Mail turned off' },
      )
      return reply
    },

    async editCaptcha(sent: CaptchaKeysEdit, caller: Author): Promise<void> {
      await settings.fresh()
      const now = outgoing.captcha()
      refuseFixed(now, sent)
      const isFixed = now.fixed.some(({ field }) => field === 'secretKey')
      const keys: CaptchaKeys = {
        provider: sent.provider,
        siteKey: sent.siteKey.trim(),
        secretKey: isFixed ? now.secretKey : (sent.secretKey ?? now.secretKey),
        difficulty: sent.difficulty,
      }
      if (keys.provider === 'CloudflareTurnstile' && !isFixed) {
        for (const field of ['siteKey', 'secretKey'] as const)
          if (keys[field] === '') throw new Problem('validation.required', { field })
        await needs.tryCaptcha(keys).catch((error: unknown) => {
          throw new Problem('setting.captchaFailed', { reason: createRedaction([keys.secretKey])(error) })
        })
      }
      await settings.keep(
        'CaptchaKeys',
        storedCaptchaKeys(isFixed ? { ...keys, secretKey: '' } : keys, vault),
        {
          caller,
          message: `Captcha set to ${keys.provider}`,
        },
      )
    },
  }

  const tried = async (server: MailServer, { principal, language }: Author): Promise<string> => {
    const to = await needs.emailOf(principal.userId)
    if (to === null) throw new Problem('mail.notQueued')
    return needs.tryMail(server, needs.testMessage(server, to, language)).catch((error: unknown) => {
      throw new Problem('setting.mailFailed', { reason: createRedaction(secretsOf(server))(error) })
    })
  }

  return outgoing
}

// Servers quote the login as it is sent: in base64.
const secretsOf = ({ userName, password }: MailServer): string[] => [
  password,
  Buffer.from(password).toString('base64'),
  Buffer.from(`\0${userName}\0${password}`).toString('base64'),
]

// Configured values may only be sent unchanged, and secrets not at all.
const refuseFixed = (now: MailInUse | CaptchaInUse, sent: MailServerEdit | CaptchaKeysEdit): void => {
  const [values, given]: [Record<string, unknown>, Record<string, unknown>] = [now, sent]
  for (const { field, by } of now.fixed) {
    const isSecret = field === 'password' || field === 'secretKey'
    const differs = isSecret ? given[field] != null : given[field] !== values[field]
    if (differs) throw new Problem('setting.fixed', { field, by })
  }
}
