import { AnswerResult } from './enums.ts'
import { SubmissionInfo } from './hub.ts'
import { limits } from './limit.ts'
import { ParticipationModel } from './participation.ts'
import { route } from './route.ts'
import {
  IdParam,
  Int32,
  IntBetween,
  List,
  Model,
  Optional,
  Str,
  Text,
  Time,
  type Schema,
  type Static,
} from './schema.ts'
import { watchedIds, watchFilter } from './watch.ts'

/** Ciphertext where payload encryption is on; the plain text is held to `limits.flag`. */
export const FlagSubmitModel = Model({
  flag: Text({ required: true, secret: true, max: limits.flagField }),
})

/** Grows with every submission of the installation. */
const SubmissionId: Schema<number> = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
}

export const submitFlag = route({
  id: 'submission.submit',
  method: 'POST',
  path: '/api/game/:id/challenges/:cid',
  summary: 'Submit a flag',
  access: 'user',
  limit: 'submit',
  params: Model({ id: Int32, cid: Int32 }),
  body: FlagSubmitModel,
  answer: SubmissionId,
  problems: [
    'flag.blank',
    'flag.tooLong',
    'game.notFound',
    'participation.none',
    'participation.notAccepted',
    'game.notStarted',
    'game.ended',
    'challenge.notFound',
    'submission.deadlinePassed',
    'submission.notAllowed',
    'submission.limitReached',
  ],
})

export const submissionStatus = route({
  id: 'submission.status',
  method: 'GET',
  path: '/api/game/:id/challenges/:cid/status/:sid',
  summary: 'Get the result of one of your submissions',
  access: 'user',
  params: Model({ id: Int32, cid: Int32, sid: SubmissionId }),
  answer: AnswerResult,
  problems: ['submission.notFound'],
})

/** A copy of another team's flag shows as wrong. */
export const Attempt = Model({ answer: Str, status: AnswerResult, time: Time, user: Str })
export type Attempt = Static<typeof Attempt>

/** Extension. */
export const listAttempts = route({
  id: 'submission.attempts',
  method: 'GET',
  path: '/api/game/:id/challenges/:cid/attempts',
  summary: "List your team's submissions to a challenge, newest first",
  access: 'user',
  params: Model({ id: Int32, cid: Int32 }),
  answer: List(Attempt),
  problems: [
    'game.notFound',
    'participation.none',
    'participation.notAccepted',
    'game.notStarted',
    'challenge.notFound',
  ],
})

/** The hub sends it without the ids. */
export const SubmissionRecord = Model({
  answer: Str,
  status: AnswerResult,
  time: Time,
  user: Str,
  team: Str,
  challenge: Str,
  ...watchedIds,
})
export type SubmissionRecord = Static<typeof SubmissionRecord>

export const listSubmissions = route({
  id: 'submission.list',
  method: 'GET',
  path: '/api/game/:id/submissions',
  summary: 'List all submissions of a game, newest first',
  access: 'monitor',
  params: IdParam,
  query: Model({
    type: Optional(AnswerResult),
    ...watchFilter,
    /** 0 means all, whatever `skip` is. */
    count: Optional(IntBetween(0, 100, 100)),
    skip: Optional(IntBetween(0, 2_147_483_647, 0)),
  }),
  answer: List(SubmissionRecord),
  problems: ['game.notFound', 'game.notStarted'],
})

export const submissionSheet = route({
  id: 'submission.sheet',
  method: 'GET',
  path: '/api/game/:id/submissionsheet',
  summary: 'Download all submissions of a game as a spreadsheet',
  access: 'monitor',
  params: IdParam,
  answer: 'bytes',
  problems: ['game.notFound', 'game.notStarted'],
})

export const CheatInfoModel = Model({
  ownedTeam: ParticipationModel,
  submitTeam: ParticipationModel,
  submission: SubmissionInfo,
})
export type CheatInfo = Static<typeof CheatInfoModel>

export const listCheatInfo = route({
  id: 'submission.cheatInfo',
  method: 'GET',
  path: '/api/game/:id/cheatinfo',
  summary: 'List submissions of flags that belong to another team',
  access: 'monitor',
  params: IdParam,
  answer: List(CheatInfoModel),
  problems: ['game.notFound', 'game.notStarted'],
})
