import { randomBytes, randomUUID } from 'node:crypto'
import { createWords } from '../modules/status/words.ts'
import type { OutgoingAdapters } from '../core/core.ts'
import { createCaptchaInUse } from '../adapters/captcha/in-use.ts'
import { createCaptcha, type CaptchaConfig } from '../adapters/captcha/create.ts'
import { createMailerInUse } from '../adapters/mail/in-use.ts'
import { type SmtpOptions, trySmtp } from '../adapters/mail/smtp.ts'
import { type ConfigOrigins, configOrigins } from '../config/origin.ts'
import type { Config } from '../config/schema.ts'
import type { CaptchaKeys, ConfiguredCaptcha } from '../core/setting/captcha-keys.ts'
import { type ConfiguredMail, type MailServer, senderOf } from '../core/setting/mail-server.ts'
import type { Cache } from '../ports/cache.ts'
import type { Clock } from '../ports/clock.ts'

const mailKeys: Readonly<Record<keyof MailServer, string>> = {
  host: 'emailConfig.smtp.host',
  port: 'emailConfig.smtp.port',
  security: 'emailConfig.smtp.secure',
  userName: 'emailConfig.userName',
  password: 'emailConfig.password',
  senderAddress: 'emailConfig.senderAddress',
  senderName: 'emailConfig.senderName',
}

const captchaKeys: Readonly<Record<keyof CaptchaKeys, string>> = {
  provider: 'captchaConfig.provider',
  siteKey: 'captchaConfig.siteKey',
  secretKey: 'captchaConfig.secretKey',
  difficulty: 'captchaConfig.hashPow.difficulty',
}

const configuredMail = ({ emailConfig }: Config, origins: ConfigOrigins): ConfiguredMail => {
  const { userName, password, senderAddress, senderName, smtp } = emailConfig
  const { host, port, secure: security } = smtp
  return {
    server: { host, port, security, userName, password, senderAddress, senderName },
    givenBy: (member) => origins(mailKeys[member]),
  }
}

const configuredCaptcha = ({ captchaConfig }: Config, origins: ConfigOrigins): ConfiguredCaptcha => {
  const { provider, siteKey, secretKey, hashPow } = captchaConfig
  return {
    keys: {
      provider,
      siteKey: siteKey ?? '',
      secretKey: secretKey ?? '',
      difficulty: hashPow.difficulty,
    },
    givenBy: (member) => origins(captchaKeys[member]),
  }
}

type Needs = {
  config: Config
  configSources: ReadonlyMap<string, string> | undefined
  cache: Cache
  clock: Clock
  /** Tells operators. */
  log: (message: string) => void
}

/** What core reaches mail servers and captcha services with. */
export const outgoingOf = ({ config, configSources, cache, clock, log }: Needs): OutgoingAdapters => {
  const origins = configOrigins(config, configSources)
  const captchaNeeds = { cache, clock, random: randomBytes }
  return {
    configured: { mail: configuredMail(config, origins), captcha: configuredCaptcha(config, origins) },
    words: (error, secrets) => createWords(secrets)(error),

    openServers: ({ mail, captcha }) => ({
      mailer: createMailerInUse(() => {
        const server = mail()
        return server.sends ? smtpOptions(config, server) : null
      }),
      captcha: createCaptchaInUse(
        () => {
          const keys = captcha()
          return captchaOptions(config, { ...keys, provider: keys.asked })
        },
        { ...captchaNeeds, log },
      ),
    }),

    openTrials: ({ trialMail, platformName }) => ({
      tryMail: (server, to, language) =>
        trySmtp(smtpOptions(config, server), {
          id: randomUUID(),
          to,
          from: senderOf(server, platformName()),
          ...trialMail(language),
        }),
      tryCaptcha: (keys) =>
        createCaptcha(captchaOptions(config, keys), { ...captchaNeeds, log: () => undefined }).check(),
    }),
  }
}

const smtpOptions = ({ emailConfig }: Config, server: MailServer): SmtpOptions => ({
  host: server.host,
  port: server.port,
  user: server.userName,
  password: server.password,
  sender: server.senderAddress,
  bypassCertVerify: emailConfig.smtp.bypassCertVerify,
  secure: server.security,
})

const captchaOptions = ({ captchaConfig }: Config, keys: CaptchaKeys): CaptchaConfig => ({
  provider: keys.provider,
  siteKey: keys.siteKey === '' ? null : keys.siteKey,
  secretKey: keys.secretKey === '' ? null : keys.secretKey,
  verifyUrl: captchaConfig.verifyUrl,
  hashPow: { difficulty: keys.difficulty },
})
