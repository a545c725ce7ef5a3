import type { hubEvents } from '@pennant/contract/hub'

export const callers = [
  'anonymous',
  'stranger',
  'solver',
  'rival',
  'monitor',
  'admin',
  'monitor token',
  'full token',
] as const
export type Caller = (typeof callers)[number]

const staff = ['monitor', 'admin', 'monitor token', 'full token'] as const
const organizers = ['admin', 'full token'] as const
const players = ['solver', 'rival'] as const
const everyone = callers

/** `hidden`: who is also told of what others have solved since the freeze. */
type Carried = {
  who: readonly Caller[]
  what: string
  hidden: readonly Caller[]
  /** Who is told once the game is over, and once its results are published. */
  over?: readonly Caller[]
  published?: readonly Caller[]
}

const toAll = (who: readonly Caller[], what: string): Carried => ({ who, what, hidden: who })
const untilFreeze = (who: readonly Caller[], what: string): Carried => ({ who, what, hidden: [] })

/** Every answer that tells who has solved what, by route. Anything else must not change with a solve. */
export const carriers: Readonly<Record<string, Carried>> = {
  'scoreboard.read': untilFreeze(everyone, 'the board itself'),
  'scoreboard.changes': untilFreeze(everyone, 'what has changed on the board'),
  'scoreboard.ctftime': untilFreeze(everyone, 'the board in the format of CTFtime'),
  'scoreboard.solves': untilFreeze(everyone, 'the latest solves'),
  'game.mine': untilFreeze(players, 'the own line, and the points to the place above'),
  'scoreboard.details': untilFreeze(players, 'values and solves of challenges, and the own line'),
  'scoreboard.history': untilFreeze(['solver'], 'what the own score is made of'),
  'challenge.read': untilFreeze(players, 'the value of the challenge'),
  'notice.list': untilFreeze(everyone, 'bloods'),
  'submission.attempts': untilFreeze(['solver'], 'when the own team submitted what'),
  'results.read': { ...untilFreeze([], 'the board at the end'), published: everyone },

  'scoreboard.live': toAll(staff, 'the board of now'),
  'scoreboard.record': { ...toAll(staff, 'all that boards are computed from'), published: everyone },
  'scoreboard.historyOf': toAll(staff, 'what the score of a team is made of'),
  'scoreboard.historyOfTeam': toAll(staff, 'what the score of a team is made of'),
  'scoreboard.sheet': toAll(staff, 'the board'),
  'submission.list': toAll(staff, 'all submissions'),
  'submission.sheet': toAll(staff, 'all submissions'),
  'event.list': toAll(staff, 'submissions among other events'),
  'watch.traces': toAll(staff, 'when and from where a team submitted'),
  'watch.overview': toAll(staff, 'values and solves of challenges'),

  'challenge.editList': toAll(organizers, 'values of challenges'),
  'challenge.editRead': toAll(organizers, 'how many have solved it'),
  'challenge.update': toAll(organizers, 'how many have solved it'),
  'log.list': toAll(organizers, 'submissions among other records'),
  'reveal.read': { who: [], what: 'boards, and when teams tried', hidden: organizers, over: organizers },
}

/** What tells the own team of its own solves after the freeze. */
export const ownCarriers: readonly string[] = [
  'scoreboard.details',
  'scoreboard.history',
  'game.mine',
  'challenge.read',
  'submission.attempts',
]

/** `team` is the hub of users, by a member of the team that solves. */
export type Hub = 'user' | 'team' | 'monitor' | 'admin'

export const heardBy: Readonly<Partial<Record<keyof typeof hubEvents, readonly Hub[]>>> = {
  ReceivedGameNotice: ['user', 'team'],
  ReceivedScoreboardVersion: ['user', 'team'],
  ReceivedTeamChange: ['team'],
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
  'secondFactor.begin',
  'secondFactor.confirm',
  'secondFactor.renewCodes',
  'adjustment.create',
  'adjustment.revoke',
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
  // For administrators, about made-up teams.
  'rehearsal.begin',
  'rehearsal.end',
  'rehearsal.run',
  'results.publish',
  'results.withdraw',
  'setting.editMailServer',
  'status.try',
  'team.avatar',
  'team.create',
  'team.invitation',
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
