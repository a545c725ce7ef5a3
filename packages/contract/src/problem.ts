import { Anything, Int32, List, Model, Optional, Str } from './schema.ts'

/** `body` is the status in the body where it differs from the HTTP status. */
type Entry = { status: number; body?: number }

export const problems = {
  'request.malformed': { status: 400 },
  'request.crossSite': { status: 403 },
  'request.notFound': { status: 404 },
  'request.methodNotAllowed': { status: 405 },
  'request.tooSlow': { status: 408 },
  'request.tooLarge': { status: 413 },
  'request.mediaType': { status: 415 },
  'request.tooMany': { status: 429 },
  'server.internal': { status: 500 },
  'server.unavailable': { status: 503 },

  'validation.body': { status: 400 },
  'validation.required': { status: 400 },
  'validation.tooShort': { status: 400 },
  'validation.tooLong': { status: 400 },
  'validation.tooManyBytes': { status: 400 },
  'validation.tooMany': { status: 400 },
  'validation.type': { status: 400 },
  'validation.text': { status: 400 },
  'validation.range': { status: 400 },
  'validation.email': { status: 400 },
  'validation.phone': { status: 400 },
  'validation.color': { status: 400 },
  'validation.date': { status: 400 },
  'validation.label': { status: 400 },
  'validation.choice': { status: 400 },

  'auth.required': { status: 401 },
  'auth.forbidden': { status: 403 },
  'auth.banned': { status: 403 },
  'auth.secondFactorNeeded': { status: 403 },

  'captcha.failed': { status: 400 },
  'captcha.off': { status: 404 },

  'password.tooShort': { status: 400 },
  'password.tooLong': { status: 400 },
  'password.needsDigit': { status: 400 },
  'password.needsLower': { status: 400 },
  'password.needsUpper': { status: 400 },
  'password.unreadable': { status: 400 },

  'account.registrationClosed': { status: 400 },
  'account.emailDomain': { status: 400 },
  'account.emailTaken': { status: 400 },
  'account.nameTaken': { status: 400 },
  'account.nameAt': { status: 400 },
  'account.emailUnknown': { status: 404 },
  'account.emailUnconfirmed': { status: 404 },
  'account.recoveryByAdmin': { status: 400 },
  'account.resetInvalid': { status: 400 },
  'account.verifyUnknown': { status: 400 },
  'account.verifyInvalid': { status: 401 },
  'account.credentials': { status: 401 },
  'account.passwordUnknown': { status: 401 },
  'account.banned': { status: 401 },
  'account.tryLater': { status: 429 },
  'account.oldPasswordWrong': { status: 400 },
  'account.emailChangeOff': { status: 400 },
  'account.emailInvalid': { status: 400 },
  'login.secondFactor': { status: 401 },
  'login.ticketOver': { status: 401 },
  'secondFactor.isSet': { status: 400 },
  'secondFactor.none': { status: 400 },
  'secondFactor.setupOver': { status: 400 },
  'secondFactor.codeWrong': { status: 400 },
  'mail.notQueued': { status: 400 },
  'mail.notFound': { status: 404 },

  'setting.address': { status: 400 },
  'setting.addressFixed': { status: 400 },
  'setting.fixed': { status: 400 },
  'setting.host': { status: 400 },
  'setting.secretAgain': { status: 400 },
  'setting.mailFailed': { status: 400 },
  'setting.captchaFailed': { status: 400 },
  'venue.network': { status: 400 },
  'venue.fixed': { status: 400 },
  'venue.tooMany': { status: 400 },
  'venue.notFound': { status: 404 },

  'rehearsal.gameNear': { status: 400 },
  'rehearsal.running': { status: 409 },
  'rehearsal.notFound': { status: 404 },
  'rehearsal.noImage': { status: 400 },

  'setup.done': { status: 400 },
  'setup.tokenWrong': { status: 401 },

  'image.missing': { status: 400 },
  'image.empty': { status: 400 },
  'image.tooLarge': { status: 400 },
  'image.invalid': { status: 400 },

  'team.notFound': { status: 404 },
  'team.unknown': { status: 400 },
  'team.notCaptain': { status: 403 },
  'team.captainOfTooMany': { status: 400 },
  'team.newCaptainUnknown': { status: 400 },
  'team.newCaptainNotMember': { status: 400 },
  'team.newCaptainOfTooMany': { status: 400 },
  'team.inviteMalformed': { status: 400 },
  'team.inviteWrong': { status: 400 },
  'team.alreadyMember': { status: 400 },
  'team.notMember': { status: 400 },
  'team.kickSelf': { status: 400 },
  'team.captainLeaves': { status: 400 },
  'team.locked': { status: 400 },
  'team.played': { status: 400 },
  'team.tokenMalformed': { status: 400 },
  'team.tokenWrong': { status: 401 },

  'name.invisible': { status: 400 },
  'name.marks': { status: 400 },
  'name.alike': { status: 400 },
  'name.reserved': { status: 400 },

  'user.notFound': { status: 404 },
  'user.deleteSelf': { status: 400 },
  'user.isCaptain': { status: 400 },
  'user.lastAdministrator': { status: 400 },
  'user.ownFactor': { status: 400 },
  'user.noFactor': { status: 400 },

  'post.notFound': { status: 404 },

  'file.hashMalformed': { status: 400 },
  'file.notFound': { status: 404 },
  'file.notDeletable': { status: 400 },
  'file.uploadFailed': { status: 400 },

  'token.notFound': { status: 404 },
  'token.outlives': { status: 403 },

  'edit.conflict': { status: 412 },

  'game.notFound': { status: 404 },
  'game.notStarted': { status: 400, body: 10_001 },
  'game.ended': { status: 400, body: 10_002 },
  'game.teamText': { status: 400 },
  'game.freezeOutside': { status: 400 },
  'game.resultsPublished': { status: 400 },
  'game.olderProgram': { status: 409 },
  'backup.underWay': { status: 409 },
  'backup.off': { status: 409 },
  'game.notOver': { status: 409 },

  'division.notFound': { status: 404 },
  'division.challengeUnknown': { status: 400 },
  'division.challengeTwice': { status: 400 },

  'participation.notFound': { status: 404 },
  'participation.none': { status: 400 },
  'participation.notAccepted': { status: 400 },
  'participation.notInTeam': { status: 400 },
  'participation.divisionMissing': { status: 400 },
  'participation.divisionUnknown': { status: 400 },
  'participation.inviteWrong': { status: 400 },
  'participation.alreadyJoined': { status: 400 },
  'participation.otherDivision': { status: 400 },
  'participation.teamFull': { status: 400 },
  'participation.decided': { status: 400 },

  'adjustment.notFound': { status: 404 },
  'results.notFound': { status: 404 },

  'challenge.notFound': { status: 404 },
  'challenge.noFlagLeft': { status: 404 },
  'challenge.noFlag': { status: 400 },
  'challenge.captureNeedsContainer': { status: 400 },
  'challenge.fileNameBlank': { status: 400 },
  'challenge.templateWeak': { status: 400 },
  'challenge.attachmentPerTeam': { status: 400 },
  'challenge.fileUnknown': { status: 400 },
  'challenge.urlInvalid': { status: 400 },
  'challenge.flagInUse': { status: 400 },

  'flag.blank': { status: 400 },
  'flag.tooLong': { status: 400 },
  'submission.notFound': { status: 404 },
  'submission.deadlinePassed': { status: 400 },
  'submission.notAllowed': { status: 400 },
  'submission.limitReached': { status: 400 },

  'notice.notFound': { status: 404 },
  'notice.notOurs': { status: 400 },

  'scoreboard.empty': { status: 400 },

  'writeup.missing': { status: 400 },
  'writeup.tooLarge': { status: 400 },
  'writeup.notPdf': { status: 400 },
  'writeup.notWanted': { status: 400 },
  'writeup.tooLate': { status: 400 },

  'transfer.missing': { status: 400 },
  'transfer.tooLarge': { status: 400 },
  'transfer.notZip': { status: 400 },
  'transfer.unreadable': { status: 400 },
  'transfer.unsupported': { status: 400 },
  'transfer.entryTwice': { status: 400 },
  'transfer.tooMuch': { status: 400 },
  'transfer.entryMissing': { status: 400 },
  'transfer.notPackage': { status: 400 },
  'transfer.notJson': { status: 400 },
  'transfer.hashWrong': { status: 400 },
  'transfer.fileMissing': { status: 400 },
  'transfer.urlInvalid': { status: 400 },
  'transfer.templateWeak': { status: 400 },
  'transfer.attachmentPerTeam': { status: 400 },
  'transfer.fileLost': { status: 500 },

  'instance.notFound': { status: 404 },
  'instance.destroyFailed': { status: 400 },
  'instance.notContainer': { status: 400 },
  'instance.noImage': { status: 400 },
  'instance.noProvider': { status: 400 },
  'instance.tooSoon': { status: 429 },
  'instance.running': { status: 400 },
  'instance.starting': { status: 400 },
  'instance.stopping': { status: 400 },
  'instance.notRunning': { status: 400 },
  'instance.limitReached': { status: 400 },
  'instance.queueFull': { status: 400 },
  'instance.cancelled': { status: 400 },
  'instance.notYet': { status: 400 },
  'instance.startFailed': { status: 400 },
  'instance.imageUnusable': { status: 400 },
  'instance.noRoom': { status: 400 },
  'instance.networkRefused': { status: 400 },
  'instance.exited': { status: 400 },
  'instance.timedOut': { status: 400 },
  'instance.unavailable': { status: 400 },

  'capture.notFound': { status: 404 },
  'capture.notDeletable': { status: 400 },

  'proxy.off': { status: 400 },
  'proxy.tooManyConnections': { status: 400 },
  'proxy.unresolvable': { status: 400 },
  'proxy.unreachable': { status: 418 },
} as const satisfies Record<string, Entry>

export type ProblemCode = keyof typeof problems
export type ProblemParams = Readonly<Record<string, string | number>>

/** `row` counts from 0. */
export type RowProblem = { readonly row: number; readonly problem: Problem }

export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly data: unknown
  /** In seconds. Every answer that asks the client to retry later has one. */
  readonly retryAfter: number | undefined
  /** Set where this problem is only the first of a list. */
  readonly rows: readonly RowProblem[]

  constructor(
    code: ProblemCode,
    params: ProblemParams = {},
    extra: { data?: unknown; retryAfter?: number; rows?: readonly RowProblem[] } = {},
  ) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.params = params
    this.data = extra.data
    this.retryAfter = extra.retryAfter ?? waitOf(code, params)
    this.rows = extra.rows ?? []
  }

  get status(): number {
    return problems[this.code].status
  }
}

const laterStatuses: ReadonlySet<number> = new Set([429, 503])
const usualWaitSeconds = 5

const waitOf = (code: ProblemCode, { seconds }: ProblemParams): number | undefined => {
  if (!laterStatuses.has(problems[code].status)) return undefined
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : usualWaitSeconds
}

/** `code`, `field`, `problems`, and `requestId` are extensions; compatible clients read `title` and `status`. */
export const ErrorBody = Model({
  title: Str,
  status: Int32,
  code: Optional(Str),
  field: Optional(Str),
  data: Optional(Anything),
  /** In the order of the list that was sent. */
  problems: Optional(List(Model({ row: Int32, title: Str, code: Str, field: Optional(Str) }))),
  /** With statuses from 500 on: as in the server's log. */
  requestId: Optional(Str),
})

export const nameProblems = ['name.invisible', 'name.marks', 'name.alike', 'name.reserved'] as const
