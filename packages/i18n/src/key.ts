import { importChangeCodes } from '@pennant/contract/transfer'

export const areas = ['answer', 'field', 'mail', 'problem'] as const
export type Area = (typeof areas)[number]

const sheetKeys = [
  'sheet.scoreboard',
  'sheet.live',
  'sheet.rank',
  'sheet.team',
  'sheet.division',
  'sheet.captain',
  'sheet.crew',
  'sheet.realName',
  'sheet.email',
  'sheet.studentNumber',
  'sheet.phone',
  'sheet.solved',
  'sheet.time',
  'sheet.score',
  'sheet.adjustment',
  'sheet.empty',
  'sheet.submissions',
  'sheet.status',
  'sheet.user',
  'sheet.challenge',
  'sheet.submission',
  'sheet.accepted',
  'sheet.wrong',
  'sheet.cheat',
  'sheet.received',
  'sheet.unknownInstance',
] as const

/** The titles of problems are under their codes. */
export const answerKeys = [
  'account.registered',
  'account.registeredNeedsAdmin',
  'account.registeredNeedsMail',
  'account.recoverySent',
  'account.emailChangePassedOn',
  'account.emailChangeSent',
  'account.recoveryPassedOn',
  ...importChangeCodes,
  ...sheetKeys,
] as const
export type AnswerKey = (typeof answerKeys)[number]

export const mailKinds = [
  ...(['confirmAddress', 'resetPassword', 'changeAddress'] as const),
  ...(['factorRemoved', 'codesGuessed', 'backupFailed', 'backupWorks'] as const),
] as const
export type MailKind = (typeof mailKinds)[number]

const mailFrame = [
  ...(['subject', 'greeting', 'lifetime', 'linkFallback', 'ignore', 'footer'] as const),
  ...(['asked', 'askedFrom', 'factorRemoved.unexpected', 'codesGuessed.unexpected'] as const),
] as const
const testMail = ['trial.title', 'trial.information'] as const
export type MailKey =
  | (typeof mailFrame)[number]
  | (typeof testMail)[number]
  | `${MailKind}.${'title' | 'information' | 'button'}`

export const mailKeys: readonly MailKey[] = [
  ...mailFrame,
  ...testMail,
  ...mailKinds.flatMap((kind) => [`${kind}.title`, `${kind}.information`, `${kind}.button`] as const),
]
