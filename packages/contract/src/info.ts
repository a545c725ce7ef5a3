import { CaptchaProvider, PortMapping } from './enums.ts'
import { route } from './route.ts'
import { EnumOf, Int32, Model, Nullable, Optional, Str, type Static } from './schema.ts'

export const ClientConfig = Model({
  title: Str,
  slogan: Str,
  footerInfo: Nullable(Str),
  customTheme: Nullable(Str),
  apiPublicKey: Nullable(Str),
  logoUrl: Nullable(Str),
  portMapping: PortMapping,
  defaultLifetime: Int32,
  extensionDuration: Int32,
  renewalWindow: Int32,
  /** Sent only by servers that run no instances. Older servers leave it out, too. Extension. */
  instances: Optional(EnumOf({ none: 0 })),
  /** Left out while it is the usual one. Extension. */
  titleSuffix: Optional(Str),
})
export type ClientConfig = Static<typeof ClientConfig>

export const ClientCaptchaInfoModel = Model({ type: CaptchaProvider, siteKey: Str })
export type ClientCaptchaInfo = Static<typeof ClientCaptchaInfoModel>

export const HashPowChallenge = Model({ id: Str, challenge: Str, difficulty: Int32 })

export const clientConfig = route({
  id: 'info.config',
  method: 'GET',
  path: '/api/config',
  summary: 'Get what a client needs to know about the site',
  access: 'anonymous',
  open: 'always',
  answer: ClientConfig,
  caching: 'revalidate',
})

export const captchaInfo = route({
  id: 'info.captcha',
  method: 'GET',
  path: '/api/captcha',
  summary: 'Get the captcha that visitors solve',
  access: 'anonymous',
  open: 'always',
  answer: ClientCaptchaInfoModel,
  caching: 'revalidate',
})

export const powChallenge = route({
  id: 'info.powChallenge',
  method: 'GET',
  path: '/api/captcha/powchallenge',
  summary: 'Get a proof-of-work task',
  access: 'anonymous',
  limit: 'powChallenge',
  answer: HashPowChallenge,
  problems: ['captcha.off'],
})
