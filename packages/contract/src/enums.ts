import { EnumOf } from './schema.ts'

const names = <N extends string>(members: Readonly<Record<N, number>>): readonly N[] =>
  Object.keys(members) as N[]

export const roles = { Banned: 0, User: 1, Monitor: 2, Admin: 3 } as const
export type Role = keyof typeof roles
export const Role = EnumOf(roles)
export const atLeast = (role: Role, needed: Role): boolean => roles[role] >= roles[needed]

export const registerStatuses = {
  LoggedIn: 0,
  AdminConfirmationRequired: 1,
  EmailConfirmationRequired: 2,
} as const
export type RegisterStatus = keyof typeof registerStatuses
export const RegisterStatus = EnumOf(registerStatuses)

export const taskStatuses = {
  Unhealthy: -3,
  Degraded: -2,
  Pending: -1,
  Success: 0,
  Failed: 1,
  Duplicate: 2,
  Denied: 3,
  NotFound: 4,
  Exit: 5,
} as const
export type TaskStatus = keyof typeof taskStatuses
export const TaskStatus = EnumOf(taskStatuses)

export const captchaProviders = { None: 0, HashPow: 1, CloudflareTurnstile: 2 } as const
export type CaptchaProvider = keyof typeof captchaProviders
export const CaptchaProvider = EnumOf(captchaProviders)

export const portMappings = { Default: 0, PlatformProxy: 1 } as const
export type PortMapping = keyof typeof portMappings
export const PortMapping = EnumOf(portMappings)

export const containerStatuses = { Pending: 0, Running: 1, Destroyed: 2 } as const
export type ContainerStatus = keyof typeof containerStatuses
export const ContainerStatus = EnumOf(containerStatuses)

/** Extensions, like the next two. */
export const instanceStates = { Queued: 0, Pulling: 1, Starting: 2, Running: 3, Failed: 4, Gone: 5 } as const
export type InstanceState = keyof typeof instanceStates
export const InstanceState = EnumOf(instanceStates)

export const instanceEndReasons = { Exited: 0, Killed: 1, OutOfMemory: 2, Removed: 3, Evicted: 4 } as const
export type InstanceEndReason = keyof typeof instanceEndReasons
export const InstanceEndReason = EnumOf(instanceEndReasons)

export const teamChangeKinds = {
  Solved: 0,
  Part: 1,
  Hint: 2,
  Unlocked: 3,
  Verdict: 4,
  Points: 5,
  Case: 6,
  Tried: 7,
  Joined: 8,
} as const
export type TeamChangeKind = keyof typeof teamChangeKinds
export const TeamChangeKind = EnumOf(teamChangeKinds)

/**
 * What a score is made of. `Fell`: others solved the same challenge; `Changed`: organizers changed something;
 * `Joined` and `Left`: the team went on the board or off it.
 */
export const historyKinds = {
  Solved: 0,
  Given: 1,
  TakenBack: 2,
  Fell: 3,
  Changed: 4,
  Joined: 5,
  Left: 6,
} as const
export type HistoryKind = keyof typeof historyKinds
export const HistoryKind = EnumOf(historyKinds)

/** What a change that a board rests on was made to. */
export const recordKinds = { Game: 0, Division: 1, Challenge: 2, Participation: 3 } as const
export type RecordKind = keyof typeof recordKinds
export const RecordKind = EnumOf(recordKinds)

export const providerKinds = { none: 0, docker: 1, kubernetes: 2 } as const
export type ProviderKind = keyof typeof providerKinds
export const ProviderKind = EnumOf(providerKinds)

export const networkModes = { Open: 0, Isolated: 32, Custom: 255 } as const
export type NetworkMode = keyof typeof networkModes
export const NetworkMode = EnumOf(networkModes)

/** `None` clears it, and is never sent. Extension. */
export const challengeLevels = { None: 0, Beginner: 1, Easy: 2, Medium: 3, Hard: 4, Insane: 5 } as const
export type ChallengeLevel = keyof typeof challengeLevels
export const ChallengeLevel = EnumOf(challengeLevels)

export const fileTypes = { None: 0, Local: 1, Remote: 2 } as const
export type FileType = keyof typeof fileTypes
export const FileType = EnumOf(fileTypes)

export const participationStatuses = {
  Pending: 0,
  Accepted: 1,
  Rejected: 2,
  Suspended: 3,
  Unsubmitted: 4,
} as const
export type ParticipationStatus = keyof typeof participationStatuses
export const ParticipationStatus = EnumOf(participationStatuses)

export const noticeTypes = {
  Normal: 0,
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
  NewHint: 4,
  NewChallenge: 5,
} as const
export type NoticeType = keyof typeof noticeTypes
export const NoticeType = EnumOf(noticeTypes)

export const eventTypes = {
  Normal: 0,
  ContainerStart: 1,
  ContainerDestroy: 2,
  FlagSubmit: 3,
  CheatDetected: 4,
} as const
export type EventType = keyof typeof eventTypes
export const EventType = EnumOf(eventTypes)

export const submissionTypes = {
  Unaccepted: 0,
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
  Normal: 4,
} as const
export type SubmissionType = keyof typeof submissionTypes
export const SubmissionType = EnumOf(submissionTypes)

export const answerResults = {
  NotFound: -1,
  FlagSubmitted: 0,
  Accepted: 1,
  WrongAnswer: 2,
  CheatDetected: 3,
} as const
export type AnswerResult = keyof typeof answerResults
export const AnswerResult = EnumOf(answerResults)

export const challengeTypes = {
  StaticAttachment: 0,
  StaticContainer: 1,
  DynamicAttachment: 2,
  DynamicContainer: 3,
} as const
export type ChallengeType = keyof typeof challengeTypes
export const ChallengeType = EnumOf(challengeTypes)

export const challengeCategories = {
  Misc: 0,
  Crypto: 1,
  Pwn: 2,
  Web: 3,
  Reverse: 4,
  Blockchain: 5,
  Forensics: 6,
  Hardware: 7,
  Mobile: 8,
  PPC: 9,
  AI: 10,
  Pentest: 11,
  OSINT: 12,
} as const
export type ChallengeCategory = keyof typeof challengeCategories
export const ChallengeCategory = EnumOf(challengeCategories)

/** A bit mask; the only enumeration that is a number on the wire. */
export const gamePermissions = {
  JoinGame: 1,
  RankOverall: 2,
  RequireReview: 4,
  ViewChallenge: 256,
  SubmitFlags: 512,
  GetScore: 1024,
  GetBlood: 2048,
  AffectDynamicScore: 4096,
  All: 2147483647,
} as const

export const logLevels = ['Information', 'Warning', 'Error', 'Fatal'] as const
export type LogLevel = (typeof logLevels)[number]

export const languages = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'vi-VN',
  'de-DE',
  'fr-FR',
  'es-ES',
] as const
export type Language = (typeof languages)[number]

export const roleNames = names(roles)
export const participationStatusNames = names(participationStatuses)
