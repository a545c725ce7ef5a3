import type { hubEvents } from '@pennant/contract/hub'

export type Caller =
  | 'anonymous'
  | 'stranger'
  | 'solver'
  | 'rival'
  | 'monitor'
  | 'admin'
  | 'monitor token'
  | 'full token'

const staff = ['monitor', 'admin', 'monitor token', 'full token'] as const
const organizers = ['admin', 'full token'] as const
const players = ['solver', 'rival'] as const
const everyone = ['anonymous', 'stranger', ...players, ...staff] as const

type Carried = { who: readonly Caller[]; what: string }

/** Every answer that tells who has solved what, by route. Anything else must not change with a solve. */
export const carriers: Readonly<Record<string, Carried>> = {
  'scoreboard.read': { who: everyone, what: 'the board itself' },
  'scoreboard.details': { who: players, what: 'values and solves of challenges, and the own line' },
  'challenge.read': { who: players, what: 'the value of the challenge' },
  'notice.list': { who: everyone, what: 'bloods' },
  'submission.attempts': { who: ['solver'], what: 'when the own team submitted what' },

  'scoreboard.sheet': { who: staff, what: 'the board' },
  'submission.list': { who: staff, what: 'all submissions' },
  'submission.sheet': { who: staff, what: 'all submissions' },
  'event.list': { who: staff, what: 'submissions among other events' },
  'watch.traces': { who: staff, what: 'when and from where a team submitted' },
  'watch.overview': { who: staff, what: 'values and solves of challenges' },

  'challenge.editList': { who: organizers, what: 'values of challenges' },
  'challenge.editRead': { who: organizers, what: 'how many have solved it' },
  'challenge.update': { who: organizers, what: 'how many have solved it' },
  'log.list': { who: organizers, what: 'submissions among other records' },
}

export type Hub = 'user' | 'monitor' | 'admin'

export const heardBy: Readonly<Partial<Record<keyof typeof hubEvents, readonly Hub[]>>> = {
  ReceivedGameNotice: ['user'],
  ReceivedScoreboardVersion: ['user'],
  ReceivedGameEvent: ['monitor'],
  ReceivedSubmissions: ['monitor'],
  ReceivedLog: ['admin'],
}

/** Routes that change something, and answer with more than that it was done. Those of a game are called with `sent`. */
export const writes: Readonly<Record<string, unknown>> = {
  'challenge.create': { title: 'Another', category: 'Misc', type: 'StaticAttachment' },
  'challenge.update': {},
  'division.create': { name: 'Late' },
  'notice.create': { content: 'An announcement' },
  'participation.decideMany': { ids: [], status: 'Accepted' },
  'submission.submit': { flag: 'flag{marked}' },
  'team.adminSearch': {},
  'transfer.export': undefined,
  'user.search': {},
}

/** Routes that change something and tell of no game, or only what was sent to them. */
export const apart: ReadonlySet<string> = new Set([
  'account.avatar',
  'account.changeEmail',
  'account.recovery',
  'account.register',
  'challenge.removeFlag',
  'division.update',
  'file.upload',
  'game.create',
  'game.setPoster',
  'game.update',
  'instance.adminExtend',
  'instance.extend',
  'instance.start',
  'instance.testStart',
  'notice.update',
  'post.create',
  'post.edit',
  'setting.editMailServer',
  'status.try',
  'team.avatar',
  'team.create',
  'team.kick',
  'team.renewInvite',
  'team.transfer',
  'team.update',
  'token.create',
  'transfer.copy',
  'transfer.import',
  'transfer.importWithReport',
  'user.resetPassword',
])
