import { route } from './route.ts'
import {
  EnumOf,
  Flag,
  Int32,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Schema,
  type Static,
} from './schema.ts'

/** Everything in this file is an extension. */
export const statusParts = {
  database: 0,
  cache: 1,
  storage: 2,
  provider: 3,
  mail: 4,
  captcha: 5,
  jobs: 6,
  process: 7,
  backup: 8,
} as const
export type StatusPart = keyof typeof statusParts

export const partStates = { well: 0, off: 1, warning: 2, broken: 3 } as const
export type PartState = keyof typeof partStates

export const warningCodes = {
  'database.embedded': 0,
  'database.slow': 1,
  'cache.away': 2,
  'cache.missing': 3,
  'storage.full': 4,
  'storage.broken': 5,
  'provider.missing': 6,
  'provider.broken': 7,
  'mail.missing': 8,
  'mail.waiting': 9,
  'captcha.off': 10,
  'publicUrl.missing': 11,
  'backup.never': 12,
  'backup.old': 13,
  'loop.slow': 14,
  'job.failed': 15,
  'key.inData': 16,
  'publicUrl.plain': 17,
  'instances.sameHost': 18,
  'mail.held': 19,
  'instances.isolatedRefused': 20,
  'instances.refused': 21,
  'instances.unguarded': 22,
  'secret.unreadable': 23,
  'board.frozen': 24,
} as const
export type WarningCode = keyof typeof warningCodes

/** What the checks of `pennant doctor` find that needs no shell. */
export const findingCodes = {
  ...warningCodes,
  'place.node': 25,
  'place.openFiles': 26,
  'place.memory': 27,
  'disk.inodes': 28,
  'clock.database': 29,
  'clock.redis': 30,
  'database.unsafe': 31,
  'database.connections': 32,
  'database.longTransaction': 33,
  'cache.slow': 34,
  'cache.evicts': 35,
  'cache.cluster': 36,
  'storage.slow': 37,
  'limits.off': 38,
  'limits.refused': 39,
  'mail.refused': 40,
  'mail.spf': 41,
  'mail.dmarc': 42,
  'captcha.away': 43,
  'captcha.slow': 44,
  'instances.room': 45,
  'backup.key': 46,
  'backup.target': 47,
  'admins.single': 48,
  'admins.factor': 49,
  'check.late': 50,
  'check.failed': 51,
  'mail.allowance': 52,
  'mail.dkim': 53,
  'instances.network': 54,
  'instances.quota': 55,
  'limits.venue': 56,
  'backup.failed': 57,
  'backup.full': 58,
  'backup.stalled': 59,
  'backup.late': 60,
  'backup.unproven': 61,
  'backup.temporary': 62,
} as const satisfies Readonly<Record<string, number>>
export type FindingCode = keyof typeof findingCodes

/** A note asks for nothing. Yellow: do it before a game. Red: don't open. */
export const findingLevels = { note: 0, yellow: 1, red: 2 } as const
export type FindingLevel = keyof typeof findingLevels

const Figure: Schema<number> = { type: 'number' }

/** Of the last 15 to 30 seconds, in milliseconds, but for the counts. */
export const ProcessLoad = Model({
  /** Null: nobody read anything. */
  readP99Ms: Nullable(Figure),
  /** Null: nobody wrote anything. */
  writeP99Ms: Nullable(Figure),
  /** The longest wait for a turn to check a password. */
  hashWaitMs: Figure,
  /** Queries that wait for a connection to the database. */
  poolWaiting: Int32,
  /** How long they waited, the 99th percentile. Null: there were none. */
  poolWaitMs: Maybe(Figure),
  /** What the last row took that the process wrote. Null: none yet. */
  commitMs: Nullable(Figure),
  /** Since the start of the process. */
  requests: Figure,
  connections: Figure,
  /** That the process can open. Null: unknown. */
  openFiles: Maybe(Figure),
  /** Of the machine, or what the process is allowed. */
  memoryBytes: Maybe(Figure),
})
export type ProcessLoad = Static<typeof ProcessLoad>

/** In their order. */
export const backupSteps = { reading: 0, writing: 1, proving: 2, comparing: 3, files: 4 } as const
export type BackupStep = keyof typeof backupSteps

export const SystemStatus = Model({
  version: Str,
  node: Str,
  database: Str,
  startedAt: Time,
  now: Time,
  parts: List(
    Model({
      part: EnumOf(statusParts),
      state: EnumOf(partStates),
      kind: Str,
      message: Nullable(Str),
      figures: List(Model({ name: Str, value: Figure })),
    }),
  ),
  jobs: List(
    Model({
      name: Str,
      lastRun: Nullable(Time),
      milliseconds: Nullable(Int32),
      failed: Nullable(Str),
    }),
  ),
  processes: List(
    Model({
      id: Str,
      elected: Flag,
      startedAt: Time,
      memoryMb: Int32,
      loopDelayMs: Int32,
      hubClients: Int32,
      /** Left out by processes of older versions. */
      load: Optional(ProcessLoad),
    }),
  ),
  warnings: List(Model({ code: EnumOf(warningCodes), values: List(Str) })),
  lastBackup: Nullable(Time),
  /** Null: no server makes a backup. Left out by servers of older versions, and by those that make none. */
  backup: Optional(Nullable(Model({ startedAt: Time, step: EnumOf(backupSteps) }))),
  findings: Optional(
    List(Model({ code: EnumOf(findingCodes), level: EnumOf(findingLevels), values: List(Str) })),
  ),
})
export type SystemStatus = Static<typeof SystemStatus>

export const readStatus = route({
  id: 'status.read',
  method: 'GET',
  path: '/api/admin/status',
  summary: 'Get the state of every component, and what needs attention',
  access: 'admin',
  answer: SystemStatus,
})

export const triedParts = { mail: 0, storage: 1, captcha: 2, provider: 3, cache: 4 } as const
export type TriedPart = keyof typeof triedParts

export const tryPart = route({
  id: 'status.try',
  method: 'POST',
  path: '/api/admin/status/try',
  summary: 'Test a component',
  access: 'admin',
  limit: 'trial',
  body: Model({ part: EnumOf(triedParts) }),
  answer: Model({ ok: Flag, milliseconds: Int32, message: Nullable(Str) }),
})

export const noteBackup = route({
  id: 'status.backup',
  method: 'POST',
  path: '/api/admin/status/backup',
  summary: 'Record a backup; the last line of a backup script',
  access: 'admin',
  body: Model({ name: Text({ max: 256, line: true }) }),
  answer: 'nothing',
})

export const backUpNow = route({
  id: 'status.backUpNow',
  method: 'POST',
  path: '/api/admin/status/backup/now',
  summary: 'Start a backup. The status tells how far it is',
  access: 'admin',
  answer: 'nothing',
  problems: ['backup.underWay', 'backup.off'],
})
