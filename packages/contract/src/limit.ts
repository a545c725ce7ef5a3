import { mostFlagCharacters } from './flag-limit.ts'

export const limits = {
  /** `min` counts UTF-16 units, `max` characters as readers count them, `bytes` UTF-8. */
  userName: { min: 3, max: 15, bytes: 64 },
  password: { min: 6, max: 128 },
  /** Longer than the password, because it may carry ciphertext. */
  passwordField: 1024,
  email: 254,
  host: 253,
  outsideUserName: 256,
  outsideSecret: 1024,
  siteAddress: 256,
  network: 64,
  venuePeople: 100_000,
  venues: 200,
  bio: 128,
  realName: 128,
  studentNumber: 64,
  phone: 32,
  teamName: 20,
  teamNameBytes: 96,
  teamBio: 72,
  divisionName: 31,
  inviteCode: 32,
  teamInvite: 512,
  captainOf: 3,
  flag: mostFlagCharacters,
  flagTemplate: 120,
  /** Longer than the flag, because it may carry ciphertext. */
  flagField: 1024,
  flagsAtOnce: 50_000,
  gameTitle: 128,
  signedTeamText: 64,
  gameSummary: 4096,
  gameContent: 1_048_576,
  challengeTitle: 128,
  challengeContent: 1_048_576,
  challengeScore: 1_000_000,
  challengesPerGame: 2000,
  challengeTag: 32,
  challengeTags: 16,
  challengeAuthor: 64,
  challengeAuthors: 8,
  adjustmentReason: 500,
  resultsNote: 2_000,
  resultsReason: 500,
  /** Named, because a limit that a model computes would keep all schemas in the client. */
  adjustmentPoints: { min: -1_000_000, max: 1_000_000 },
  adjustedTeams: 5000,
  hint: 4096,
  hints: 64,
  containerImage: 512,
  noticeContent: 16_384,
  url: 2048,
  writeupBytes: 20_971_520,
  packageBytes: 536_870_912,
  postTitle: 50,
  postSummary: 4096,
  postContent: 1_048_576,
  postTags: 32,
  postTag: 64,
  tokenName: 128,
  tokenDays: 36_500,
  captchaAnswer: 4096,
  mailToken: 2048,
  returnPath: 512,
  fileName: 255,
  platformTitle: 128,
  titleSuffix: 32,
  slogan: 256,
  description: 1024,
  footer: 65_536,
  domainList: 8192,
  portionKey: 64,
  batchUsers: 2000,
  imageBytes: 3_145_728,
  searchHits: 30,
  search: 256,
  decisionsAtOnce: 1000,
  bodyBytes: 30_000_000,
  jsonDepth: 32,
} as const

export type RatePolicy =
  | { kind: 'window'; permits: number; windowMs: number; segments: number; queue: number }
  | { kind: 'bucket'; capacity: number; refill: number; everyMs: number; queue: number }
  | { kind: 'concurrency'; permits: number; queue: number }

/** Counted per user or, without one, per client address. */
export const ratePolicies = {
  global: { kind: 'window', permits: 150, windowMs: 60_000, segments: 6, queue: 60 },
  /** Instead of `global`, where memory answers what anyone can read: stops floods, yet not a school's one address. */
  open: { kind: 'bucket', capacity: 1200, refill: 20, everyMs: 1_000, queue: 0 },
  register: { kind: 'window', permits: 20, windowMs: 150_000, segments: 5, queue: 10 },
  query: { kind: 'bucket', capacity: 100, refill: 10, everyMs: 10_000, queue: 0 },
  powChallenge: { kind: 'bucket', capacity: 40, refill: 5, everyMs: 30_000, queue: 0 },
  concurrency: { kind: 'concurrency', permits: 1, queue: 20 },
  submit: { kind: 'bucket', capacity: 100, refill: 50, everyMs: 5_000, queue: 0 },
  trial: { kind: 'bucket', capacity: 20, refill: 10, everyMs: 30_000, queue: 0 },
  container: { kind: 'bucket', capacity: 120, refill: 30, everyMs: 10_000, queue: 0 },
} as const satisfies Record<string, RatePolicy>

export type RateLimitName = Exclude<keyof typeof ratePolicies, 'global' | 'open'>
