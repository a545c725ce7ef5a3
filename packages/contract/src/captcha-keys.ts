import { CaptchaProvider } from './enums.ts'
import { limits } from './limit.ts'
import { FixedMember } from './mail-server.ts'
import { route } from './route.ts'
import { Flag, Int32, IntBetween, List, Maybe, Model, Str, Text, type Static } from './schema.ts'

/** Extension. */
export const CaptchaKeys = Model({
  provider: CaptchaProvider,
  siteKey: Str,
  difficulty: Int32,
  hasSecretKey: Flag,
  /** The secret key was sealed with a key that the server no longer has. */
  unreadable: Flag,
  fixed: List(FixedMember),
})
export type CaptchaKeys = Static<typeof CaptchaKeys>

export const CaptchaKeysEdit = Model({
  provider: CaptchaProvider,
  siteKey: Text({ max: limits.outsideUserName, line: true }),
  /** Null and absent keep the current one. */
  secretKey: Maybe(Text({ max: limits.outsideSecret, line: true, secret: true })),
  difficulty: IntBetween(8, 48),
})
export type CaptchaKeysEdit = Static<typeof CaptchaKeysEdit>

export const readCaptchaKeys = route({
  id: 'setting.readCaptcha',
  method: 'GET',
  path: '/api/admin/config/captcha',
  summary: 'Get the captcha settings, without the secret key',
  access: 'admin',
  answer: CaptchaKeys,
})

export const editCaptchaKeys = route({
  id: 'setting.editCaptcha',
  method: 'PUT',
  path: '/api/admin/config/captcha',
  summary: 'Set the captcha once its provider accepts the secret key',
  access: 'admin',
  limit: 'trial',
  body: CaptchaKeysEdit,
  answer: 'nothing',
  problems: ['setting.fixed', 'setting.captchaFailed', 'validation.required'],
})
