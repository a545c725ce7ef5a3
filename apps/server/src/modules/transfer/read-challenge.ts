import type { ChallengeType } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import {
  PackageChallenge,
  PackageContainer,
  PackageFileName,
  type ChallengeDocument,
} from '@pennant/contract/package'
import { Problem } from '@pennant/contract/problem'
import { distinctLabels } from '@pennant/rules/challenge/labels'
import { runsContainers } from '@pennant/rules/challenge/container'
import { isStrongEnough, templateBits } from '@pennant/rules/flag/strength'
import { isBlankTemplate } from '@pennant/rules/flag/template'
import type { NewChallengeRow } from '../../ports/tables/challenge.ts'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import {
  fieldOf,
  memberAt,
  shortened,
  shortenedName,
  noteChange,
  wholeOrNone,
  type FieldPath,
} from './long-text.ts'
import type { PackedChallenge } from './packed.ts'
import { readAttachment } from './read-attachment.ts'
import { dateOf } from './json.ts'

const readDocument = compileDocumentReader(PackageChallenge)
const readContainer = compileDocumentReader(PackageContainer, { within: true })
const readFileName = compileDocumentReader(PackageFileName)
const readNameWithin = compileDocumentReader(PackageFileName, { within: true })

/** Refuses what can't be set here either. */
export const readChallenge = (value: unknown, at: FieldPath): PackedChallenge => {
  const challenge = readDocument(value, at.entry)
  const { id, type, scoring, limits: limit, category, hints } = challenge
  const flags = flagsOf(challenge, memberAt(at, 'flags'))
  const container = runsContainers(type)
    ? containerOf(challenge, memberAt(at, 'container'))
    : { ...nothingRuns, file_name: ownNameOf(challenge, at) }
  return {
    entry: at.entry,
    id,
    values: {
      title: shortened(challenge.title, limits.challengeTitle, memberAt(at, 'title')),
      content: shortened(challenge.content, limits.challengeContent, memberAt(at, 'content')),
      category,
      type,
      is_enabled: false,
      position: challenge.order ?? null,
      enable_at: dateOf(challenge.enableAt),
      hints:
        hints?.map((hint, index) => shortened(hint, limits.hint, memberAt(at, `hints[${index}]`))) ?? null,
      original_score: scoring.original,
      min_score_rate: scoring.minRate,
      difficulty: scoring.difficulty,
      submission_limit: limit.submission,
      deadline_at: dateOf(limit.deadline),
      disable_blood_bonus: challenge.flags.disableBloodBonus,
      enable_traffic_capture: challenge.flags.enableTrafficCapture && runsContainers(type),
      flag_template: templateOf(challenge, memberAt(at, 'flags.template')),
      level: challenge.level == null || challenge.level === 'None' ? null : challenge.level,
      tags: distinctLabels(challenge.tags ?? []),
      authors: distinctLabels(challenge.authors ?? []),
      ...container,
    },
    attachment: attachmentOf(challenge, memberAt(at, 'attachment')),
    flags,
  }
}

const flagsOf = ({ type, flags }: ChallengeDocument, at: FieldPath): PackedChallenge['flags'] => {
  const listed = flags.static.map(({ value, attachment }, index) => ({
    flag: value,
    attachment: readAttachment(attachment, memberAt(at, `static[${index}].attachment`)),
  }))
  return type === 'DynamicContainer' ? [] : listed
}

const templateOf = (
  { type, flags: { template } }: { type: ChallengeType; flags: { template: string | null } },
  at: FieldPath,
): string | null => {
  if (template === null) return null
  if (type === 'DynamicContainer' && !isStrongEnough(template)) {
    const bits = Math.floor(templateBits(template))
    throw new Problem('transfer.templateWeak', { field: fieldOf(at), bits })
  }
  return isBlankTemplate(template) ? null : template
}

const attachmentOf = (
  { type, attachment }: ChallengeDocument,
  at: FieldPath,
): PackedChallenge['attachment'] => {
  const read = readAttachment(attachment, at)
  if (read !== null && type === 'DynamicAttachment')
    throw new Problem('transfer.attachmentPerTeam', { field: fieldOf(at) })
  return read
}

const fileNameOf = (name: string | null, at: FieldPath): string | null =>
  name === null ? null : shortenedName(name, memberAt(at, 'fileName'))

// Other exporters write it in `container` even for challenges that run nothing.
const ownNameOf = ({ fileName, container }: ChallengeDocument, at: FieldPath): string | null => {
  const own = fileNameOf(readFileName({ fileName }, at.entry).fileName, at)
  if (own !== null || container == null) return own
  const inContainer = memberAt(at, 'container')
  return fileNameOf(readNameWithin(container, fieldOf(inContainer)).fileName, inContainer)
}

type Container = Pick<
  NewChallengeRow,
  | 'container_image'
  | 'memory_limit'
  | 'cpu_count'
  | 'storage_limit'
  | 'expose_port'
  | 'network_mode'
  | 'file_name'
  | 'allow_user_change'
  | 'check_by_connecting'
>

const containerOf = ({ container }: ChallengeDocument, at: FieldPath): Container => {
  if (container == null) return {}
  const read = readContainer(container, fieldOf(at))
  return {
    container_image: wholeOrNone(read.image, limits.containerImage, memberAt(at, 'image')) ?? '',
    memory_limit: read.memoryLimit,
    cpu_count: read.cpuCount,
    storage_limit: read.storageLimit,
    expose_port: read.exposePort,
    network_mode: read.networkMode,
    file_name: fileNameOf(read.fileName, at),
    allow_user_change: read.allowUserChange ?? userChange(memberAt(at, 'allowUserChange')),
    check_by_connecting: read.checkByConnecting ?? true,
  }
}

// Elsewhere set-user-ID programs take effect, and packages don't say.
const userChange = (at: FieldPath): true => {
  noteChange(at, 'import.userChange', {})
  return true
}

const nothingRuns: Container = {
  container_image: null,
  memory_limit: null,
  cpu_count: null,
  storage_limit: null,
  expose_port: null,
  network_mode: null,
}
