import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  EnumOf,
  Flag,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  type Static,
} from './schema.ts'

/** Everything in this file is an extension. */
export const mailSecurities = { auto: 0, tls: 1, starttls: 2, none: 3 } as const
export type MailSecurity = keyof typeof mailSecurities

export const FixedMember = Model({ field: Str, by: Str })

export const MailServer = Model({
  host: Str,
  port: Int32,
  security: EnumOf(mailSecurities),
  userName: Str,
  senderAddress: Str,
  senderName: Str,
  hasPassword: Flag,
  /** The password was sealed with a key that the server no longer has. */
  unreadable: Flag,
  fixed: List(FixedMember),
})
export type MailServer = Static<typeof MailServer>

export const MailServerEdit = Model({
  host: Text({ max: limits.host, line: true }),
  port: IntBetween(1, 65_535),
  security: EnumOf(mailSecurities),
  userName: Text({ max: limits.outsideUserName, line: true }),
  /** Null and absent keep the current one; blank means none. */
  password: Maybe(Text({ max: limits.outsideSecret, secret: true })),
  /** Blank turns sending off. */
  senderAddress: Text({ max: limits.email, format: 'emailOrNone', line: true }),
  senderName: Text({ max: limits.platformTitle, line: true }),
  /** Saves without a test connection. */
  untested: Optional(Flag),
})
export type MailServerEdit = Static<typeof MailServerEdit>

export const readMailServer = route({
  id: 'setting.readMailServer',
  method: 'GET',
  path: '/api/admin/config/mail',
  summary: 'Get the mail server, without its password',
  access: 'admin',
  answer: MailServer,
})

export const editMailServer = route({
  id: 'setting.editMailServer',
  method: 'PUT',
  path: '/api/admin/config/mail',
  summary: 'Set the mail server once it accepts an email to you; answers with its reply',
  access: 'admin',
  limit: 'trial',
  body: MailServerEdit,
  answer: Model({ reply: Nullable(Str) }),
  problems: [
    'setting.fixed',
    'setting.host',
    'setting.secretAgain',
    'setting.mailFailed',
    'validation.email',
  ],
})
