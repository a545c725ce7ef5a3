import { ContainerInfoModel } from './container.ts'
import { ChallengeCategory, ProviderKind } from './enums.ts'
import type { ProblemCode } from './problem.ts'
import { route } from './route.ts'
import {
  ArrayResponse,
  Flag,
  Guid,
  GuidParam,
  Int32,
  Model,
  Nullable,
  Str,
  Time,
  type Static,
} from './schema.ts'
import { TeamModel } from './team.ts'

export const ChallengeModel = Model({ id: Int32, title: Str, category: ChallengeCategory })

export const ContainerInstanceModel = Model({
  team: Nullable(TeamModel),
  challenge: Nullable(ChallengeModel),
  image: Str,
  containerGuid: Guid,
  containerId: Str,
  startedAt: Time,
  expectStopAt: Time,
  ip: Str,
  port: Int32,
})
export type ContainerInstance = Static<typeof ContainerInstanceModel>

/** Extension, like the next. */
export const InstanceLogModel = Model({ text: Str })
export type InstanceLog = Static<typeof InstanceLogModel>

export const ProviderModel = Model({
  kind: ProviderKind,
  working: Flag,
  message: Nullable(Str),
  /** In the whole installation, not in one process. */
  queued: Int32,
  starting: Int32,
  /** Per process. */
  limit: Int32,
  /** Tenths of a core, and a minimum for every instance. */
  leastCpu: Int32,
})
export type Provider = Static<typeof ProviderModel>

const ChallengeParam = Model({ id: Int32, cid: Int32 })

const ofPlayers = [
  'game.notFound',
  'participation.none',
  'participation.notAccepted',
  'game.notStarted',
  'game.ended',
  'challenge.notFound',
  'instance.notContainer',
] as const satisfies readonly ProblemCode[]

const ofStarts = [
  'instance.noImage',
  'instance.noProvider',
  'instance.queueFull',
  'instance.starting',
  'instance.stopping',
  'instance.cancelled',
  'instance.destroyFailed',
  'instance.startFailed',
  'instance.imageUnusable',
  'instance.noRoom',
  'instance.networkRefused',
  'instance.exited',
  'instance.timedOut',
  'instance.unavailable',
  'server.unavailable',
] as const satisfies readonly ProblemCode[]

export const startInstance = route({
  id: 'instance.start',
  method: 'POST',
  path: '/api/game/:id/container/:cid',
  summary: "Start your team's instance; answers when it runs",
  access: 'user',
  limit: 'container',
  params: ChallengeParam,
  answer: ContainerInfoModel,
  problems: [
    ...ofPlayers,
    'challenge.noFlagLeft',
    'instance.tooSoon',
    'instance.running',
    'instance.limitReached',
    ...ofStarts,
  ],
})

export const extendInstance = route({
  id: 'instance.extend',
  method: 'POST',
  path: '/api/game/:id/container/:cid/extend',
  summary: "Extend your team's instance",
  access: 'user',
  limit: 'container',
  params: ChallengeParam,
  answer: ContainerInfoModel,
  problems: [...ofPlayers, 'instance.notRunning', 'instance.notYet'],
})

export const stopInstance = route({
  id: 'instance.stop',
  method: 'DELETE',
  path: '/api/game/:id/container/:cid',
  summary: "Stop your team's instance, even while it starts",
  access: 'user',
  limit: 'container',
  params: ChallengeParam,
  answer: 'nothing',
  problems: [...ofPlayers, 'instance.notRunning', 'instance.tooSoon', 'instance.destroyFailed'],
})

export const startTest = route({
  id: 'instance.testStart',
  method: 'POST',
  path: '/api/edit/games/:id/challenges/:cid/container',
  summary: 'Start a test instance; one that runs already is stopped first',
  access: 'admin',
  params: ChallengeParam,
  answer: ContainerInfoModel,
  problems: ['game.notFound', 'challenge.notFound', 'instance.notContainer', ...ofStarts],
})

export const stopTest = route({
  id: 'instance.testStop',
  method: 'DELETE',
  path: '/api/edit/games/:id/challenges/:cid/container',
  summary: 'Stop the test instance, if there is one',
  access: 'admin',
  params: ChallengeParam,
  answer: 'nothing',
  problems: ['game.notFound', 'challenge.notFound'],
})

export const readTestLog = route({
  id: 'instance.testLog',
  method: 'GET',
  path: '/api/edit/games/:id/challenges/:cid/container/log',
  summary: 'Get the latest output of the test instance',
  access: 'admin',
  params: ChallengeParam,
  answer: InstanceLogModel,
  problems: ['game.notFound', 'challenge.notFound', 'instance.notFound', 'instance.unavailable'],
})

export const listInstances = route({
  id: 'instance.adminList',
  method: 'GET',
  path: '/api/admin/instances',
  summary: 'List the running instances of teams',
  access: 'admin',
  answer: ArrayResponse(ContainerInstanceModel),
})

export const readProvider = route({
  id: 'instance.provider',
  method: 'GET',
  path: '/api/admin/instances/provider',
  summary: 'Get the container provider, its state, and how many starts are waiting',
  access: 'admin',
  answer: ProviderModel,
})

export const destroyInstance = route({
  id: 'instance.adminDestroy',
  method: 'DELETE',
  path: '/api/admin/instances/:id',
  summary: 'Stop an instance',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['instance.notFound', 'instance.destroyFailed'],
})

export const adminExtendInstance = route({
  id: 'instance.adminExtend',
  method: 'POST',
  path: '/api/admin/instances/:id/extend',
  summary: 'Extend an instance, however much time is left',
  access: 'admin',
  params: GuidParam,
  answer: ContainerInfoModel,
  problems: ['instance.notFound', 'instance.notRunning'],
})

export const readInstanceLog = route({
  id: 'instance.adminLog',
  method: 'GET',
  path: '/api/admin/instances/:id/log',
  summary: 'Get the latest output of an instance',
  access: 'admin',
  params: GuidParam,
  answer: InstanceLogModel,
  problems: ['instance.notFound', 'instance.unavailable'],
})
