import type { ChallengeEditDetail, ChallengeUpdate } from '@pennant/contract/challenge'
import type { ChallengeCategory, ChallengeLevel, NetworkMode } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { coresOf, proposedCores, runsContainers, tenthsOf } from '@pennant/rules/challenge/container'
import { labelsIn } from '@pennant/rules/challenge/labels'

/** Listed flags, attachment, and enabling are saved separately. */
export type ChallengeDraft = {
  title: string
  category: ChallengeCategory
  level: ChallengeLevel
  /** Separated by commas, like the authors. */
  tags: string
  authors: string
  content: string
  hints: readonly string[]
  flagTemplate: string
  originalScore: number
  minScoreRate: number
  difficulty: number
  disableBloodBonus: boolean
  submissionLimit: number
  deadlineUtc: number | null
  enableAtUtc: number | null
  fileName: string
  containerImage: string
  exposePort: number
  networkMode: NetworkMode
  /** Cores; the wire has tenths. */
  cpuCount: number
  memoryLimit: number
  storageLimit: number
  allowUserChange: boolean
  checkByConnecting: boolean
  enableTrafficCapture: boolean
}

export type DraftMember = keyof ChallengeDraft

// Some servers leave these out.
const usual = { port: 80, memory: 64, storage: 256 }

export const draftOf = (challenge: ChallengeEditDetail): ChallengeDraft => ({
  title: challenge.title,
  category: challenge.category,
  level: challenge.level ?? 'None',
  tags: (challenge.tags ?? []).join(', '),
  authors: (challenge.authors ?? []).join(', '),
  content: challenge.content,
  hints: challenge.hints,
  flagTemplate: challenge.flagTemplate ?? '',
  originalScore: challenge.originalScore,
  minScoreRate: challenge.minScoreRate,
  difficulty: challenge.difficulty,
  disableBloodBonus: challenge.disableBloodBonus,
  submissionLimit: challenge.submissionLimit,
  deadlineUtc: challenge.deadlineUtc,
  enableAtUtc: challenge.enableAtUtc ?? null,
  fileName: challenge.fileName ?? '',
  containerImage: challenge.containerImage ?? '',
  exposePort: challenge.exposePort ?? usual.port,
  networkMode: challenge.networkMode ?? 'Open',
  cpuCount: challenge.cpuCount === null ? proposedCores : coresOf(challenge.cpuCount),
  memoryLimit: challenge.memoryLimit ?? usual.memory,
  storageLimit: challenge.storageLimit ?? usual.storage,
  allowUserChange: challenge.allowUserChange ?? false,
  checkByConnecting: challenge.checkByConnecting ?? true,
  enableTrafficCapture: challenge.enableTrafficCapture,
})

export const differing = (one: ChallengeDraft, other: ChallengeDraft): DraftMember[] =>
  order.filter((member) => JSON.stringify(one[member]) !== JSON.stringify(other[member]))

/** Only differences are sent, so that edits of others stay. */
export const updateOf = (draft: ChallengeDraft, saved: ChallengeDraft): ChallengeUpdate => {
  const changed = differing(draft, saved)
  const whole: ChallengeUpdate = {
    ...draft,
    tags: labelsIn(draft.tags),
    authors: labelsIn(draft.authors),
    hints: draft.hints.filter((hint) => hint.trim() !== ''),
    deadlineUtc: draft.deadlineUtc ?? cleared,
    enableAtUtc: draft.enableAtUtc ?? cleared,
    cpuCount: tenthsOf(draft.cpuCount),
  }
  return Object.fromEntries(changed.map((member) => [member, whole[member]]))
}

export const isShown = (member: DraftMember, type: ChallengeEditDetail['type']): boolean => {
  if (ofContainers.has(member)) return runsContainers(type)
  if (member === 'flagTemplate') return type === 'DynamicContainer'
  return member !== 'fileName' || type === 'DynamicAttachment'
}

// On the wire, time 0 means no time.
const cleared = 0

const ofContainers = new Set<DraftMember>([
  'containerImage',
  'exposePort',
  'networkMode',
  'cpuCount',
  'memoryLimit',
  'storageLimit',
  'allowUserChange',
  'checkByConnecting',
  'enableTrafficCapture',
])

export type DraftFault = 'blank' | { min: number; max: number } | { most: number; length: number }

export const faultsOf = (
  draft: ChallengeDraft,
  type: ChallengeEditDetail['type'],
): Partial<Record<DraftMember, DraftFault>> => {
  const faults: Partial<Record<DraftMember, DraftFault>> = {}
  if (draft.title.trim() === '') faults.title = 'blank'
  if (type === 'DynamicAttachment' && draft.fileName.trim() === '') faults.fileName = 'blank'
  for (const member of ['tags', 'authors'] as const) {
    const found = labelsIn(draft[member])
    const { most, length } = labelLimits[member]
    if (found.length > most || found.some((label) => label.length > length))
      faults[member] = labelLimits[member]
  }
  for (const [member, bounds] of boundsOf)
    if (isShown(member, type) && (draft[member] < bounds.min || draft[member] > bounds.max))
      faults[member] = bounds
  return faults
}

const labelLimits = {
  tags: { most: limits.challengeTags, length: limits.challengeTag },
  authors: { most: limits.challengeAuthors, length: limits.challengeAuthor },
}

type NumberMember = {
  [Member in DraftMember]: ChallengeDraft[Member] extends number ? Member : never
}[DraftMember]

export const bounds = {
  originalScore: { min: 0, max: limits.challengeScore },
  minScoreRate: { min: 0, max: 1 },
  difficulty: { min: 0, max: limits.challengeScore },
  submissionLimit: { min: 0, max: 10_000 },
  exposePort: { min: 1, max: 65_535 },
  cpuCount: { min: coresOf(1), max: coresOf(1024) },
  memoryLimit: { min: 32, max: 1_048_576 },
  storageLimit: { min: 0, max: 1_048_576 },
} as const satisfies Record<NumberMember, { min: number; max: number }>

const boundsOf = Object.entries(bounds) as [NumberMember, { min: number; max: number }][]

const order: readonly DraftMember[] = [
  'title',
  'category',
  'level',
  'tags',
  'authors',
  'content',
  'hints',
  'flagTemplate',
  'originalScore',
  'minScoreRate',
  'difficulty',
  'disableBloodBonus',
  'submissionLimit',
  'deadlineUtc',
  'enableAtUtc',
  'fileName',
  'containerImage',
  'exposePort',
  'networkMode',
  'cpuCount',
  'memoryLimit',
  'storageLimit',
  'allowUserChange',
  'checkByConnecting',
  'enableTrafficCapture',
]

export const isMember = (name: string): name is DraftMember => order.some((member) => member === name)
