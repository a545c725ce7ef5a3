/** The files of `locales/<tag>/` that the server speaks from. */
export const areas = ['answer', 'field', 'mail', 'problem'] as const
export type Area = (typeof areas)[number]

/** Titles of answers that are no problems; the problems' titles stand under their codes. */
export const answerKeys = [
  'account.registered',
  'account.registeredNeedsAdmin',
  'account.registeredNeedsMail',
  'account.recoverySent',
  'account.emailChangeSent',
] as const
export type AnswerKey = (typeof answerKeys)[number]

/** The mails that carry a link, named after what the link does. */
export const mailKinds = ['confirmAddress', 'resetPassword', 'changeAddress'] as const
export type MailKind = (typeof mailKinds)[number]

const mailFrame = ['subject', 'greeting', 'lifetime', 'linkFallback', 'ignore', 'footer'] as const
export type MailKey = (typeof mailFrame)[number] | `${MailKind}.${'title' | 'information' | 'button'}`

export const mailKeys: readonly MailKey[] = [
  ...mailFrame,
  ...mailKinds.flatMap((kind) => [`${kind}.title`, `${kind}.information`, `${kind}.button`] as const),
]
