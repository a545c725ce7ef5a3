import { CaptchaKeysEdit } from './captcha-keys.ts'
import { ChallengeEditDetailModel } from './challenge.ts'
import { Division } from './division.ts'
import { ParticipationStatus, Role } from './enums.ts'
import { GameInfoModel } from './game.ts'
import { MailServerEdit } from './mail-server.ts'
import { PostDetailModel } from './post.ts'
import type { ChangingRouteId } from './routes.ts'
import { Flag, Guid, Int32, List, Model, Nullable, Str, Time, type Schema, type Static } from './schema.ts'
import { ConfigModel } from './setting.ts'
import { ApiToken } from './token.ts'

export type ChangedKind =
  | 'game'
  | 'division'
  | 'challenge'
  | 'participation'
  | 'adjustment'
  | 'notice'
  | 'post'
  | 'user'
  | 'team'
  | 'token'
  | 'file'
  | 'instance'
  | 'venue'
  | 'mail'
  | 'setting'
  | 'backup'
  | 'rehearsal'
  | 'database'

/** Without a state, the act says it all. */
export type Act = { readonly object: ChangedKind; readonly state?: Schema }

/**
 * `own`: what people do with their own account, team, and instances; no board rests on it.
 * `record`: has rows of its own. `reads`: changes nothing.
 */
export type Unlogged = 'own' | 'record' | 'reads'

const act = <const A extends Act>(declared: A): A => declared

const game = act({ object: 'game', state: GameInfoModel })
const division = act({ object: 'division', state: Division })
const challenge = act({ object: 'challenge', state: ChallengeEditDetailModel })
const notice = act({ object: 'notice', state: Model({ content: Str, time: Time }) })
const post = act({ object: 'post', state: PostDetailModel })
const token = act({ object: 'token', state: ApiToken })
const file = act({ object: 'file', state: Model({ names: List(Str) }) })
const setting = act({ object: 'setting', state: ConfigModel })
const venue = act({ object: 'venue', state: Model({ people: Int32 }) })
const captures = act({ object: 'challenge', state: Model({ participationId: Int32, captures: List(Str) }) })
/** Of other people's data only which member changed is kept: the names in `personal`. */
const user = act({
  object: 'user',
  state: Model({ role: Role, emailConfirmed: Flag, personal: List(Str) }),
})
const team = act({
  object: 'team',
  state: Model({
    name: Str,
    bio: Nullable(Str),
    locked: Flag,
    participations: List(Model({ id: Int32, gameId: Int32, status: ParticipationStatus })),
  }),
})
const standing = { status: ParticipationStatus, divisionId: Nullable(Int32) }
const participation = act({ object: 'participation', state: Model({ teamId: Int32, ...standing }) })
const adjustment = act({
  object: 'adjustment',
  state: Model({ participations: List(Int32), points: Int32, time: Time }),
})
const results = act({
  object: 'game',
  state: Model({ revision: Nullable(Int32), sha256: Str, note: Str }),
})
const instance = act({
  object: 'instance',
  state: Model({
    gameId: Nullable(Int32),
    challengeId: Nullable(Int32),
    participationId: Nullable(Int32),
    expectStopAt: Time,
  }),
})

const transferred = act({
  object: 'game',
  state: Model({ title: Str, challenges: Int32, copyOf: Nullable(Int32) }),
})

export const acts = {
  'game.create': game,
  'game.update': game,
  'game.setPoster': game,
  'game.delete': game,
  'division.create': division,
  'division.update': division,
  'division.delete': division,
  'challenge.create': challenge,
  'challenge.update': challenge,
  'challenge.delete': challenge,
  'challenge.setAttachment': challenge,
  'challenge.addFlags': challenge,
  'challenge.removeFlag': challenge,
  'challenge.order': { object: 'game', state: Model({ challenges: List(Int32) }) },
  'instance.testStart': { object: 'challenge' },
  'instance.testStop': { object: 'challenge' },
  'instance.adminExtend': instance,
  'instance.adminDestroy': instance,
  'notice.create': notice,
  'notice.update': notice,
  'notice.delete': notice,
  'participation.join': participation,
  'participation.leave': participation,
  'participation.edit': participation,
  'participation.decideMany': {
    object: 'participation',
    state: Model({ participations: List(Model({ id: Int32, ...standing })) }),
  },
  'adjustment.create': adjustment,
  'adjustment.revoke': adjustment,
  'results.publish': results,
  'results.withdraw': results,
  'scoreboard.flush': { object: 'game' },
  'scoreboard.updateAccepted': { object: 'game' },
  'writeup.deleteAll': { object: 'game', state: Model({ writeups: List(Int32) }) },
  'capture.delete': captures,
  'capture.deleteAll': captures,
  'transfer.copy': transferred,
  'transfer.import': transferred,
  'transfer.importWithReport': transferred,
  'transfer.export': { object: 'game' },
  'post.create': post,
  'post.edit': post,
  'post.delete': post,
  'file.upload': file,
  'file.delete': file,
  'user.createMany': {
    object: 'user',
    state: Model({ created: List(Guid), overwritten: List(Guid) }),
  },
  'user.update': user,
  'user.delete': user,
  'user.endSessions': { object: 'user' },
  'user.resetPassword': { object: 'user' },
  'user.removeFactor': { object: 'user' },
  'team.adminUpdate': team,
  'team.adminDelete': team,
  'team.delete': team,
  'token.create': token,
  'token.restore': token,
  'token.revoke': token,
  'setup.administrator': user,
  'setting.edit': setting,
  'setting.setLogo': setting,
  'setting.removeLogo': setting,
  'setting.editAddress': { object: 'setting', state: Model({ address: Nullable(Str) }) },
  'setting.editMailServer': { object: 'setting', state: MailServerEdit },
  'setting.editCaptcha': { object: 'setting', state: CaptchaKeysEdit },
  'venue.set': venue,
  'venue.remove': venue,
  'mail.confirmFromOutbox': { object: 'mail' },
  'mail.deleteFromOutbox': { object: 'mail' },
  'status.backup': { object: 'backup' },
  'rehearsal.begin': { object: 'rehearsal' },
  'rehearsal.run': { object: 'rehearsal' },
  'rehearsal.end': { object: 'rehearsal' },
  'status.backUpNow': { object: 'backup' },

  'account.avatar': 'own',
  'account.changeEmail': 'own',
  'account.changePassword': 'own',
  'account.login': 'own',
  'account.loginSecond': 'own',
  'account.logout': 'own',
  'account.mailChangeConfirm': 'own',
  'account.passwordReset': 'own',
  'account.recovery': 'own',
  'account.register': 'own',
  'account.update': 'own',
  'account.verify': 'own',
  'secondFactor.begin': 'own',
  'secondFactor.confirm': 'own',
  'secondFactor.remove': 'own',
  'secondFactor.renewCodes': 'own',
  'team.accept': 'own',
  'team.avatar': 'own',
  'team.create': 'own',
  'team.kick': 'own',
  'team.leave': 'own',
  'team.renewInvite': 'own',
  'team.transfer': 'own',
  'team.update': 'own',
  'instance.start': 'own',
  'instance.extend': 'own',
  'instance.stop': 'own',
  'writeup.submit': 'own',
  'submission.submit': 'record',
  'rehearsal.tell': 'record',
  'status.try': 'reads',
  'team.adminSearch': 'reads',
  'team.invitation': 'reads',
  'team.verify': 'reads',
  'user.search': 'reads',
} as const satisfies Readonly<Record<ChangingRouteId, Act | Unlogged>>

export const loggedReads = {
  'mail.outbox': { object: 'mail' },
  'scoreboard.sheet': { object: 'game' },
  'submission.sheet': { object: 'game' },
  'writeup.downloadAll': { object: 'game' },
} as const satisfies Readonly<Record<string, Act>>

export const ownActs = {
  'planned challenges': challenge,
} as const satisfies Readonly<Record<string, Act>>

export const shellActs = {
  'user.unlock': { object: 'user' },
  'setup.link': { object: 'setting' },
  'backup.restore': { object: 'database', state: Model({ backup: Str }) },
  'platform.moveIn': { object: 'database', state: Model({ users: Int32, games: Int32 }) },
  'migration.apply': { object: 'database', state: Model({ migrations: List(Str) }) },
} as const satisfies Readonly<Record<string, Act>>

const everything = { ...acts, ...loggedReads, ...ownActs, ...shellActs }
type Everything = typeof everything

export type LoggedAction = {
  [A in keyof Everything]: Everything[A] extends Act ? A : never
}[keyof Everything]

export type StateOf<A extends LoggedAction> = Everything[A] extends { readonly state: infer S extends Schema }
  ? Partial<Static<S>>
  : never

export const actOf = (action: LoggedAction): Act => everything[action]
