import {
  ChallengeCategory,
  ChallengeLevel,
  ChallengeType,
  FileType,
  InstanceEndReason,
  NetworkMode,
} from './enums.ts'
import { ContainerInfoModel } from './container.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  Decimal,
  EnumOf,
  Flag,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  NumberBetween,
  Nullable,
  Optional,
  Secret,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Kept until the team starts its next instance. Extension. */
export const InstanceEnd = Model({
  reason: InstanceEndReason,
  /** Null when unknown. */
  exitCode: Nullable(Int32),
  time: Time,
})
export type InstanceEnd = Static<typeof InstanceEnd>

export const ClientFlagContext = Model({
  closeTime: Nullable(Time),
  instanceEntry: Nullable(Str),
  url: Nullable(Str),
  fileSize: Nullable(Int32),
  instanceEnd: Optional(InstanceEnd),
})

export const ChallengeDetailModel = Model({
  id: Int32,
  title: Str,
  content: Str,
  category: ChallengeCategory,
  type: ChallengeType,
  hints: Nullable(List(Str)),
  score: Int32,
  /** Submissions a team may make; 0 means no limit. */
  limit: Int32,
  attempts: Int32,
  deadline: Nullable(Time),
  context: ClientFlagContext,
  /** Left out where nobody is named. Extension. */
  authors: Optional(List(Str)),
})
export type ChallengeDetail = Static<typeof ChallengeDetailModel>

export const Attachment = Model({
  id: Int32,
  type: FileType,
  url: Nullable(Str),
  fileSize: Nullable(Int32),
})
export type Attachment = Static<typeof Attachment>

export const FlagInfoModel = Model({ id: Int32, flag: Secret(Str), attachment: Nullable(Attachment) })
export type FlagInfo = Static<typeof FlagInfoModel>

export const challengeLacks = { Flag: 0, Image: 1, Port: 2, Attachment: 3, Score: 4, Text: 5 } as const
export type ChallengeLack = keyof typeof challengeLacks

export const ChallengeInfoModel = Model({
  id: Int32,
  title: Str,
  category: ChallengeCategory,
  type: ChallengeType,
  isEnabled: Flag,
  score: Int32,
  minScore: Int32,
  originalScore: Int32,
  deadlineUtc: Nullable(Time),
  /** Extension. */
  enableAtUtc: Optional(Nullable(Time)),
  /** Empty when the challenge is playable. Extension. */
  lacks: Optional(List(EnumOf(challengeLacks))),
  /** Left out where it has none. Extension. */
  networkMode: Optional(Nullable(NetworkMode)),
  /** Sent with `detail` only. Extension. */
  minScoreRate: Optional(Decimal),
  difficulty: Optional(Decimal),
  /** Left out where it has none. Extension, like the next two. */
  level: Optional(ChallengeLevel),
  tags: Optional(List(Str)),
  authors: Optional(List(Str)),
})
export type ChallengeSummary = Static<typeof ChallengeInfoModel>

export const ChallengeEditDetailModel = Model({
  id: Int32,
  title: Str,
  content: Str,
  category: ChallengeCategory,
  type: ChallengeType,
  hints: List(Str),
  flagTemplate: Secret(Nullable(Str)),
  isEnabled: Flag,
  acceptedCount: Int32,
  fileName: Nullable(Str),
  attachment: Nullable(Attachment),
  testContainer: Nullable(ContainerInfoModel),
  flags: List(FlagInfoModel),
  containerImage: Nullable(Str),
  memoryLimit: Nullable(Int32),
  cpuCount: Nullable(Int32),
  storageLimit: Nullable(Int32),
  exposePort: Nullable(Int32),
  networkMode: Nullable(NetworkMode),
  enableTrafficCapture: Flag,
  disableBloodBonus: Flag,
  deadlineUtc: Nullable(Time),
  submissionLimit: Int32,
  originalScore: Int32,
  minScoreRate: Decimal,
  difficulty: Decimal,
  enableAtUtc: Optional(Nullable(Time)),
  /** Whether set-user-ID programs work in instances. Extension. */
  allowUserChange: Optional(Flag),
  /** Whether the server may open a connection to see if the service listens. Extension. */
  checkByConnecting: Optional(Flag),
  /** Left out where it has none. Extension, like the next two. */
  level: Optional(ChallengeLevel),
  tags: Optional(List(Str)),
  authors: Optional(List(Str)),
})
export type ChallengeEditDetail = Static<typeof ChallengeEditDetailModel>

export const ChallengeTags = List(
  Text({ required: true, line: true, format: 'label', max: limits.challengeTag }),
  { max: limits.challengeTags },
)
export const ChallengeAuthors = List(
  Text({ required: true, line: true, format: 'label', max: limits.challengeAuthor }),
  { max: limits.challengeAuthors },
)

export const ChallengeCreateModel = Model({
  title: Text({ required: true, line: true, max: limits.challengeTitle }),
  category: Optional(ChallengeCategory),
  type: Optional(ChallengeType),
  /** Tenths of a core. Extension. */
  cpuCount: Maybe(IntBetween(1, 1024)),
})
export type ChallengeCreate = Static<typeof ChallengeCreateModel>

/** Members that are null or left out stay as they are. */
export const ChallengeUpdateModel = Model({
  title: Maybe(Text({ min: 1, line: true, max: limits.challengeTitle })),
  content: Maybe(Text({ max: limits.challengeContent })),
  category: Maybe(ChallengeCategory),
  /** Blank clears it. */
  flagTemplate: Maybe(Text({ line: true, max: limits.flagTemplate })),
  /** Replaces the list. */
  hints: Maybe(List(Text({ max: limits.hint }), { max: limits.hints })),
  isEnabled: Maybe(Flag),
  fileName: Maybe(Text({ line: true, max: limits.fileName })),
  /** A time within the first second of 1970 clears it. */
  deadlineUtc: Maybe(Time),
  submissionLimit: Maybe(IntBetween(0, 10_000)),
  containerImage: Maybe(Text({ line: true, max: limits.containerImage })),
  memoryLimit: Maybe(IntBetween(32, 1_048_576)),
  cpuCount: Maybe(IntBetween(1, 1024)),
  storageLimit: Maybe(IntBetween(0, 1_048_576)),
  exposePort: Maybe(IntBetween(1, 65_535)),
  networkMode: Maybe(NetworkMode),
  enableTrafficCapture: Maybe(Flag),
  disableBloodBonus: Maybe(Flag),
  originalScore: Maybe(IntBetween(0, limits.challengeScore)),
  minScoreRate: Maybe(NumberBetween(0, 1)),
  difficulty: Maybe(NumberBetween(0, limits.challengeScore)),
  /** A time within the first second of 1970 clears it. Extension. */
  enableAtUtc: Maybe(Time),
  allowUserChange: Maybe(Flag),
  checkByConnecting: Maybe(Flag),
  level: Maybe(ChallengeLevel),
  /** Each replaces the list; a second one of the same text is dropped. Extension. */
  tags: Maybe(ChallengeTags),
  authors: Maybe(ChallengeAuthors),
})
export type ChallengeUpdate = Static<typeof ChallengeUpdateModel>

const attachment = {
  attachmentType: Optional(FileType),
  fileHash: Maybe(Text({ line: true, max: 64 })),
  remoteUrl: Maybe(Text({ line: true, max: limits.url })),
}
export const AttachmentCreateModel = Model(attachment)
export type AttachmentCreate = Static<typeof AttachmentCreateModel>
export const FlagCreateModel = Model({
  flag: Text({ required: true, secret: true, max: limits.flag }),
  ...attachment,
})
export type FlagCreate = Static<typeof FlagCreateModel>

export const ChallengeParam = Model({ id: Int32, cid: Int32 })

export const readChallenge = route({
  id: 'challenge.read',
  method: 'GET',
  path: '/api/game/:id/challenges/:cid',
  summary: 'Get a challenge as your team sees it',
  access: 'user',
  params: ChallengeParam,
  answer: ChallengeDetailModel,
  problems: [
    'challenge.notFound',
    'game.notFound',
    'participation.none',
    'participation.notAccepted',
    'game.notStarted',
    'game.ended',
    'challenge.noFlagLeft',
  ],
})
