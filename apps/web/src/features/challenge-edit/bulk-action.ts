import type { ChallengeSummary, ChallengeUpdate } from '@pennant/contract/challenge'
import type { ChallengeLevel } from '@pennant/contract/enums'
import { runsContainers } from '@pennant/rules/challenge/container'
import { distinctLabels } from '@pennant/rules/challenge/labels'
import type { Change } from '@pennant/rules/scoreboard/what-if'
import type { Impact } from '../../kit/what-if/use-impact.ts'
import { isLacking } from './challenge-list.ts'

export type BulkKind = 'enable' | 'disable' | 'category' | 'labels' | 'points' | 'delete'
export type BulkAction = { kind: BulkKind; challenges: readonly ChallengeSummary[] }

export const boardChangeOf = ({ kind, challenges }: BulkAction, points = 0): Change | null => {
  const idsOf = (some: readonly ChallengeSummary[]): number[] => some.map(({ id }) => id)
  const challengeIds = idsOf(challenges)
  switch (kind) {
    case 'enable':
      return { kind: 'enableChallenges', challengeIds: idsOf(challenges.filter((one) => !one.isEnabled)) }
    case 'disable':
      return { kind: 'disableChallenges', challengeIds }
    case 'delete':
      return { kind: 'deleteChallenges', challengeIds }
    case 'points':
      return { kind: 'scoreChallenges', challengeIds, scoring: { originalScore: points } }
    case 'category':
    case 'labels':
      return null
  }
}

export const needsConfirmation = ({ kind, challenges }: BulkAction, { started, board }: Impact): boolean => {
  if (kind === 'enable') return board || challenges.some(isLacking)
  if (kind === 'disable')
    return board || (started && challenges.some((one) => one.isEnabled && runsContainers(one.type)))
  return true
}

export const oppositeOf = (challenge: ChallengeSummary, body: ChallengeUpdate): ChallengeUpdate => {
  const {
    isEnabled,
    category,
    originalScore,
    enableAtUtc,
    level = 'None',
    tags = [],
    authors = [],
  } = challenge
  return {
    ...(body.isEnabled === undefined ? {} : { isEnabled }),
    // Enabling removes this plan.
    ...(body.isEnabled === true && !isEnabled && enableAtUtc != null ? { enableAtUtc } : {}),
    ...(body.category === undefined ? {} : { category }),
    ...(body.originalScore === undefined ? {} : { originalScore }),
    ...(body.level === undefined ? {} : { level }),
    ...(body.tags === undefined ? {} : { tags }),
    ...(body.authors === undefined ? {} : { authors }),
  }
}

export type LabelEdit = {
  /** Null: each keeps its own. */
  level: ChallengeLevel | null
  addTags: readonly string[]
  removeTags: readonly string[]
  addAuthors: readonly string[]
  removeAuthors: readonly string[]
}

const edited = (
  labels: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] => {
  const gone = new Set(removed.map((label) => label.toLowerCase()))
  return distinctLabels([...labels, ...added]).filter((label) => !gone.has(label.toLowerCase()))
}

/** Only what differs. */
export const relabeled = (
  { level: before = 'None', tags = [], authors = [] }: ChallengeSummary,
  { level, addTags, removeTags, addAuthors, removeAuthors }: LabelEdit,
): ChallengeUpdate => {
  const nextTags = edited(tags, addTags, removeTags)
  const nextAuthors = edited(authors, addAuthors, removeAuthors)
  return {
    ...(level === null || level === before ? {} : { level }),
    ...(nextTags.join('\n') === tags.join('\n') ? {} : { tags: nextTags }),
    ...(nextAuthors.join('\n') === authors.join('\n') ? {} : { authors: nextAuthors }),
  }
}
