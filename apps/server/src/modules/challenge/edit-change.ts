import type { ChallengeUpdate } from '@pennant/contract/challenge'
import type { NoticeType } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { distinctLabels } from '@pennant/rules/challenge/labels'
import { needsFlags, runsContainers } from '@pennant/rules/challenge/container'
import { isStrongEnough, templateBits } from '@pennant/rules/flag/strength'
import { isBlankTemplate } from '@pennant/rules/flag/template'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import type { ChallengeChange } from './store-edit.ts'

// A time within the first second of the epoch means none.
const noTimeMs = 1_000

// Dots alone would lead elsewhere in a path.
const namesNothing = /^[\s.]*$/

/** The order of these checks is a rule of the wire. */
export const refuseEdit = (
  before: ChallengeRow,
  sent: ChallengeUpdate,
  { hasFlag }: { hasFlag: boolean },
): void => {
  const { type } = before
  if (sent.isEnabled === true && !before.is_enabled && needsFlags(type) && !hasFlag)
    throw new Problem('challenge.noFlag')
  if (sent.enableTrafficCapture === true && !runsContainers(type))
    throw new Problem('challenge.captureNeedsContainer')
  if (sent.fileName != null && namesNothing.test(sent.fileName)) throw new Problem('challenge.fileNameBlank')
  if (type === 'DynamicContainer' && sent.flagTemplate != null && !isStrongEnough(sent.flagTemplate))
    throw new Problem('challenge.templateWeak', { bits: Math.floor(templateBits(sent.flagTemplate)) })
}

/** Null or absent keeps the value. */
export const changeOf = ({ type, is_enabled }: ChallengeRow, sent: ChallengeUpdate): ChallengeChange => ({
  ...(sent.title == null ? {} : { title: sent.title }),
  ...(sent.content == null ? {} : { content: sent.content }),
  ...(sent.category == null ? {} : { category: sent.category }),
  ...(sent.flagTemplate == null ? {} : { flag_template: templateOf(sent.flagTemplate) }),
  ...(sent.hints == null ? {} : { hints: sent.hints }),
  ...(sent.isEnabled == null ? {} : { is_enabled: sent.isEnabled }),
  ...(sent.fileName == null ? {} : { file_name: sent.fileName }),
  ...(sent.deadlineUtc == null ? {} : { deadline_at: timeOf(sent.deadlineUtc) }),
  ...(sent.submissionLimit == null ? {} : { submission_limit: sent.submissionLimit }),
  ...(sent.containerImage == null ? {} : { container_image: sent.containerImage.trim() }),
  ...(sent.memoryLimit == null ? {} : { memory_limit: sent.memoryLimit }),
  ...(sent.cpuCount == null ? {} : { cpu_count: sent.cpuCount }),
  ...(sent.storageLimit == null ? {} : { storage_limit: sent.storageLimit }),
  ...(sent.exposePort == null ? {} : { expose_port: sent.exposePort }),
  ...(sent.networkMode == null ? {} : { network_mode: sent.networkMode }),
  ...(sent.allowUserChange == null ? {} : { allow_user_change: sent.allowUserChange }),
  ...(sent.checkByConnecting == null ? {} : { check_by_connecting: sent.checkByConnecting }),
  ...(sent.disableBloodBonus == null ? {} : { disable_blood_bonus: sent.disableBloodBonus }),
  ...(sent.level == null ? {} : { level: sent.level === 'None' ? null : sent.level }),
  ...(sent.tags == null ? {} : { tags: distinctLabels(sent.tags) }),
  ...(sent.authors == null ? {} : { authors: distinctLabels(sent.authors) }),
  ...(sent.originalScore == null ? {} : { original_score: sent.originalScore }),
  ...(sent.minScoreRate == null ? {} : { min_score_rate: sent.minScoreRate }),
  ...(sent.difficulty == null ? {} : { difficulty: sent.difficulty }),
  ...(runsContainers(type)
    ? sent.enableTrafficCapture == null
      ? {}
      : { enable_traffic_capture: sent.enableTrafficCapture }
    : { enable_traffic_capture: false }),
  ...plannedBy(is_enabled, sent),
})

export const announcedBy = (before: ChallengeRow, after: ChallengeRow): NoticeType[] => {
  if (!after.is_enabled) return []
  return [
    ...(before.is_enabled ? [] : (['NewChallenge'] as const)),
    ...(sameHints(before, after) ? [] : (['NewHint'] as const)),
  ]
}

const sameHints = (before: ChallengeRow, after: ChallengeRow): boolean => {
  const [old, hints] = [before.hints ?? [], after.hints ?? []]
  return old.length === hints.length && old.every((hint, index) => hint === hints[index])
}

const templateOf = (sent: string): string | null => (isBlankTemplate(sent) ? null : sent)

// An enabled challenge waits for nothing, and a manual change replaces the plan.
const plannedBy = (wasEnabled: boolean, { isEnabled, enableAtUtc }: ChallengeUpdate): ChallengeChange => {
  if (isEnabled ?? wasEnabled) return { enable_at: null }
  if (enableAtUtc != null) return { enable_at: timeOf(enableAtUtc) }
  return isEnabled == null ? {} : { enable_at: null }
}

const timeOf = (sent: number): Date | null => (sent >= 0 && sent < noTimeMs ? null : new Date(sent))
