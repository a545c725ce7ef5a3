import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  Anything,
  Decimal,
  EnumOf,
  Flag,
  Guid,
  GuidParam,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  NumberBetween,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Everything in this file is an extension. */
export const rehearsalSteps = {
  prepare: 0,
  door: 1,
  opening: 2,
  burst: 3,
  instances: 4,
  steady: 5,
  clean: 6,
} as const
export type RehearsalStep = keyof typeof rehearsalSteps

export const shortfallLevels = { yellow: 0, red: 1, inconclusive: 2 } as const
export const verdicts = { green: 0, yellow: 1, red: 2, inconclusive: 3 } as const

export const measures = {
  failed: 0,
  lost: 1,
  unexpected: 2,
  left: 3,
  refused: 4,
  pages: 5,
  submissions: 6,
  news: 7,
  missed: 8,
  instances: 9,
  processor: 10,
  line: 11,
} as const

export const causes = {
  'generator.processor': 0,
  'generator.line': 1,
  'proxy.slow': 2,
  'proxy.connections': 3,
  processor: 4,
  hashing: 5,
  'database.pool': 6,
  'database.commit': 7,
  redis: 8,
  storage: 9,
  'provider.quota': 10,
  'provider.slow': 11,
  limits: 12,
  'proxy.lost': 13,
} as const

export const comparedMeasures = {
  pages: 0,
  submissions: 1,
  news: 2,
  instances: 3,
  failed: 4,
  refused: 5,
} as const
export const comparedChanges = { better: 0, worse: 1, same: 2 } as const

const size = {
  teams: Int32,
  players: Int32,
  burst: Int32,
  instances: Int32,
  oneAddress: Flag,
}

export const RehearsalSize = Model(size)
export type RehearsalSize = Static<typeof RehearsalSize>

const latency = { count: Decimal, p50Ms: Decimal, p99Ms: Decimal, longestMs: Decimal }

/** What the load generator saw. */
const figures = {
  pages: Nullable(Model(latency)),
  submissions: Nullable(Model(latency)),
  news: Nullable(Model({ ...latency, missed: Decimal })),
  instances: Nullable(
    Model({ asked: Decimal, within60s: Decimal, within180s: Decimal, refusedForQuota: Decimal }),
  ),
  answers: Model({
    requests: Decimal,
    failed: Decimal,
    lost: Decimal,
    refused: Decimal,
    unexpected: Decimal,
  }),
  generator: Model({ processor: Decimal, line: Decimal }),
}

/** How the server fared meanwhile: the worst of all processes. */
const ServerSample = Model({
  atMs: Decimal,
  loopDelayMs: Decimal,
  poolWaiting: Decimal,
  poolWaitMs: Maybe(Decimal),
  hashWaitMs: Decimal,
  commitMs: Nullable(Decimal),
  redisMs: Nullable(Decimal),
  storageMs: Nullable(Decimal),
  providerMs: Nullable(Decimal),
})

export const RehearsalOutcome = Model({
  sameMachine: Flag,
  figures: Model(figures),
  server: Model({
    samples: List(ServerSample, { max: 2000 }),
    pagesP99Ms: Nullable(Decimal),
    requests: Decimal,
    connections: Decimal,
  }),
})
export type RehearsalOutcome = Static<typeof RehearsalOutcome>

export const RehearsalReport = Model({
  format: Int32,
  url: Str,
  version: Str,
  startedAt: Time,
  endedAt: Time,
  size: RehearsalSize,
  sameMachine: Flag,
  figures: Model({ ...figures, left: List(Str) }),
  verdict: EnumOf(verdicts),
  shortfalls: List(
    Model({ measure: EnumOf(measures), level: EnumOf(shortfallLevels), value: Decimal, limit: Decimal }),
  ),
  bottleneck: Nullable(
    Model({
      cause: EnumOf(causes),
      value: Decimal,
      limit: Decimal,
      series: List(Model({ atMs: Decimal, value: Decimal })),
      /** A guess of how many would hold. */
      teams: Int32,
    }),
  ),
  before: Nullable(
    Model({
      startedAt: Time,
      sameSize: Flag,
      figures: List(
        Model({
          measure: EnumOf(comparedMeasures),
          before: Decimal,
          now: Decimal,
          change: EnumOf(comparedChanges),
        }),
      ),
    }),
  ),
})
export type RehearsalReport = Static<typeof RehearsalReport>

export const RehearsalState = Model({
  id: Guid,
  step: EnumOf(rehearsalSteps),
  size: RehearsalSize,
  by: Str,
  begunAt: Time,
  /** What is left then is removed. */
  until: Time,
})
export type RehearsalState = Static<typeof RehearsalState>

export const Rehearsals = Model({
  running: Nullable(RehearsalState),
  /** Of the last one that came to its end. */
  report: Nullable(RehearsalReport),
  /** By the teams that were accepted. */
  suggestedTeams: Int32,
  /** Titles of games that are running, or start within an hour. */
  near: List(Str),
})
export type Rehearsals = Static<typeof Rehearsals>

const plan = {
  /** The suggested number if it is left out. */
  teams: Maybe(IntBetween(1, 20000)),
  /** Submissions a second. */
  burst: Maybe(IntBetween(1, 5000)),
  instances: Maybe(IntBetween(0, 5000)),
  oneAddress: Maybe(Flag),
  /** The title of a game that is near, if there is one. */
  duringGame: Maybe(Text({ max: limits.gameTitle, line: true })),
}

export const RehearsalPlan = Model(plan)
export type RehearsalPlan = Static<typeof RehearsalPlan>

export const RehearsalCast = Model({
  id: Guid,
  gameId: Int32,
  size: RehearsalSize,
  password: Str,
  /** `statement`: the value of the header `X-Pennant-Rehearsal` that this player sends. */
  players: List(Model({ userName: Str, teamId: Int32, statement: Str })),
  /** `file`: the path of the attachment, if there is one. */
  challenges: List(Model({ id: Int32, flag: Str, file: Nullable(Str) })),
  instanceOf: Nullable(Int32),
})
export type RehearsalCast = Static<typeof RehearsalCast>

const ofBeginning = ['rehearsal.gameNear', 'rehearsal.running', 'rehearsal.noImage'] as const

export const readRehearsals = route({
  id: 'rehearsal.read',
  method: 'GET',
  path: '/api/rehearsal',
  summary: 'Get the rehearsal that is running, and the report of the last one',
  access: 'admin',
  answer: Rehearsals,
})

export const beginRehearsal = route({
  id: 'rehearsal.begin',
  method: 'POST',
  path: '/api/rehearsal',
  summary:
    'Begin to create a hidden game with players for a rehearsal; they are removed after an hour at the latest',
  access: 'admin',
  body: RehearsalPlan,
  answer: RehearsalState,
  problems: ofBeginning,
})

export const readRehearsalCast = route({
  id: 'rehearsal.cast',
  method: 'GET',
  path: '/api/rehearsal/:id/cast',
  summary: 'Get the players of a rehearsal; null while they are being created',
  access: 'admin',
  params: GuidParam,
  answer: Model({ cast: Nullable(RehearsalCast) }),
  // It was ended, or the players couldn't be created.
  problems: ['rehearsal.notFound'],
})

export const runRehearsal = route({
  id: 'rehearsal.run',
  method: 'POST',
  path: '/api/rehearsal/run',
  summary: 'Let the server rehearse an opening by itself',
  access: 'admin',
  body: Model({ ...plan, minutes: Maybe(NumberBetween(0.05, 30)) }),
  answer: RehearsalState,
  problems: ofBeginning,
})

export const tellRehearsal = route({
  id: 'rehearsal.tell',
  method: 'PUT',
  path: '/api/rehearsal/:id',
  summary: 'Say which step a rehearsal has reached',
  access: 'admin',
  params: GuidParam,
  body: Model({ step: EnumOf(rehearsalSteps) }),
  answer: 'nothing',
  problems: ['rehearsal.notFound'],
})

export const endRehearsal = route({
  id: 'rehearsal.end',
  method: 'POST',
  path: '/api/rehearsal/:id/end',
  summary: 'Remove all that a rehearsal has created, and judge what it measured',
  access: 'admin',
  params: GuidParam,
  /** A `RehearsalOutcome`. Without it, the rehearsal broke off. */
  body: Model({ outcome: Optional(Anything) }),
  answer: Model({ left: List(Str), report: Nullable(RehearsalReport) }),
  problems: ['rehearsal.notFound'],
})
