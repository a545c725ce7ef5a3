import {
  challengeCategories,
  challengeLevels,
  challengeTypes,
  fileTypes,
  networkModes,
  type FileType,
} from './enums.ts'
import { ChallengeAuthors, ChallengeTags } from './challenge.ts'
import { limits } from './limit.ts'
import {
  EnumOf,
  Flag,
  IntBetween,
  List,
  Matching,
  Model,
  Nullable,
  NumberBetween,
  Optional,
  Str,
  Text,
  type Schema,
  type Static,
} from './schema.ts'

// Members that are null or missing get their default, or null. Texts without a limit are shortened.

export const exporter = 'Pennant'

const mostInt = 2_147_483_647

const usually = <T>(schema: Schema<T>, value: T): Schema<T> => ({ ...schema, default: value })

const Unread = <T>(): Schema<T> => ({})

/** ISO 8601 with an offset; without one it means UTC. */
const Moment: Schema<string> = { type: 'string', format: 'date-time' }
const Sha256 = Matching('^[0-9a-fA-F]{64}$')
const Line = Text({ line: true })
const Id = IntBetween(1, mostInt)
const Code = Nullable(Text({ line: true, max: limits.inviteCode }))
/** Lists from other platforms also hold numbers and unknown names. */
const Permissions = usually(List(Unread<string>()), [])

export const PackageManifest = Model({
  format: usually(Str, ''),
  exporter: Unread<unknown>(),
})

const PackageDivision = Model({
  name: Text({ required: true, line: true, max: limits.divisionName }),
  inviteCode: Code,
  defaultPermissions: Permissions,
  challengeConfig: usually(List(Model({ challengeId: Id, permissions: Permissions })), []),
})

const permille = IntBetween(0, 1000, 0)

export const PackageGame = Model({
  endTime: Moment,
  writeup: usually(
    Model({ required: usually(Flag, false), deadline: Nullable(Moment), note: usually(Str, '') }),
    { required: false, deadline: null, note: '' },
  ),
  inviteCode: Code,
  unlisted: Optional(usually(Flag, false)),
  title: Text({ required: true, line: true }),
  summary: usually(Str, ''),
  content: usually(Str, ''),
  hidden: Unread<boolean>(),
  practiceMode: Unread<boolean>(),
  acceptWithoutReview: usually(Flag, false),
  teamMemberCountLimit: IntBetween(0, mostInt, 0),
  containerCountLimit: IntBetween(0, mostInt, 3),
  startTime: Moment,
  /** Permille. Zeros for none, since other platforms may take a missing bonus for their default. */
  bloodBonus: usually(Model({ first: permille, second: permille, third: permille }), {
    first: 0,
    second: 0,
    third: 0,
  }),
  /** Left out for the default. Extension; other platforms ignore it. */
  signedTeamText: Optional(Nullable(Text({ max: limits.signedTeamText }))),
  /** Left out for none. Extension; other platforms ignore it, like the next one. */
  freezeAt: Optional(Nullable(Moment)),
  freezeHidesBoard: Optional(usually(Flag, false)),
  posterHash: Nullable(Sha256),
  divisions: usually(List(PackageDivision), []),
})

export const PackageAttachmentType = Model({ type: usually(EnumOf<FileType>(fileTypes), 'None') })
export const PackageLocalFile = Model({ hash: Sha256, fileName: Nullable(Str) })
export const PackageRemoteFile = Model({ remoteUrl: Line, fileName: Nullable(Str) })

export type AttachmentDocument = {
  type: Exclude<FileType, 'None'>
  hash: string | null
  fileName: string | null
  fileSize: number | null
  remoteUrl: string | null
}

const PackageAttachment = Unread<AttachmentDocument | null>()

const PackageFlag = Model({
  value: Text({ required: true, max: limits.flag }),
  attachment: PackageAttachment,
})

export const PackageContainer = Model({
  image: usually(Line, ''),
  memoryLimit: IntBetween(32, 1_048_576, 64),
  cpuCount: IntBetween(1, 1024, 1),
  storageLimit: IntBetween(0, 1_048_576, 256),
  exposePort: IntBetween(1, 65_535, 80),
  networkMode: usually(EnumOf(networkModes), 'Open'),
  fileName: Nullable(Line),
  /** Always written: a package without it comes from a platform where programs can change user. Extension. */
  allowUserChange: Nullable(Flag),
  /** Left out when true. Extension. */
  checkByConnecting: Optional(usually(Flag, true)),
})

/** Without instances: of the challenge and, since other platforms have one only there, of its container. */
export const PackageFileName = Model({ fileName: Nullable(Line) })

export const PackageChallenge = Model({
  type: EnumOf(challengeTypes),
  scoring: usually(
    Model({
      original: IntBetween(0, limits.challengeScore, 1000),
      minRate: usually(NumberBetween(0, 1), 0.25),
      difficulty: usually(NumberBetween(0, limits.challengeScore), 5),
    }),
    { original: 1000, minRate: 0.25, difficulty: 5 },
  ),
  limits: usually(Model({ submission: IntBetween(0, 10_000, 0), deadline: Nullable(Moment) }), {
    submission: 0,
    deadline: null,
  }),
  flags: usually(
    Model({
      static: usually(List(PackageFlag), []),
      disableBloodBonus: usually(Flag, false),
      enableTrafficCapture: usually(Flag, false),
      template: Nullable(Text({ line: true, max: limits.flagTemplate })),
    }),
    { static: [], disableBloodBonus: false, enableTrafficCapture: false, template: null },
  ),
  container: Unread<Static<typeof PackageContainer> | null>(),
  /** Of challenges without a container. Extension; other platforms ignore it. */
  fileName: Optional(Unread<string | null>()),
  /** Divisions refer to it. Imports assign a new one. */
  id: Id,
  title: Text({ required: true, line: true }),
  content: usually(Str, ''),
  category: EnumOf(challengeCategories),
  enabled: Unread<boolean>(),
  /** Extensions; other platforms ignore them. */
  order: Optional(Nullable(IntBetween(0, mostInt))),
  enableAt: Optional(Nullable(Moment)),
  /** Left out where it has none. */
  level: Optional(Nullable(EnumOf(challengeLevels))),
  tags: Optional(usually(ChallengeTags, [])),
  authors: Optional(usually(ChallengeAuthors, [])),
  hints: Nullable(List(Str, { max: limits.hints })),
  attachment: PackageAttachment,
})

export type GameDocument = Static<typeof PackageGame>
export type DivisionDocument = Static<typeof PackageDivision>
export type ChallengeDocument = Static<typeof PackageChallenge>
export type FlagDocument = Static<typeof PackageFlag>
export type ContainerDocument = Static<typeof PackageContainer>

export type ManifestDocument = {
  version: string
  format: string
  exportedAt: string
  exporterVersion: string
  /** Extension; other platforms ignore it. */
  exporter: string
  game: { id: number; title: string }
  statistics: {
    challengeCount: number
    divisionCount: number
    totalFlags: number
    totalFiles: number
    totalFileSize: number
  }
}
