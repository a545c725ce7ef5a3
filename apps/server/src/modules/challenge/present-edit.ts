import type { Attachment, ChallengeEditDetail, ChallengeSummary } from '@pennant/contract/challenge'
import { fileUrl } from '@pennant/contract/file'
import type { ContainerInfo } from '@pennant/contract/container'
import { runsContainers } from '@pennant/rules/challenge/container'
import { presentAuthors, presentLabels } from '@pennant/rules/challenge/labels'
import { lacksOf } from '@pennant/rules/challenge/lacks'
import { entryOf, type ContainerAddress } from '@pennant/rules/instance/entry'
import type { GameChallenge } from '../../core/game/game.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import type { StoredAttachment } from './store-attachment.ts'
import type { ChallengeDetail } from './store-detail.ts'
import type { TestContainer } from './store-edit.ts'

type Listing = { board: PublicBoard['board']; bareFlags: ReadonlyMap<number, number>; detail: boolean }

export const presentChallengeSummary = (
  challenge: GameChallenge,
  { board, bareFlags, detail }: Listing,
): ChallengeSummary => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  type: challenge.type,
  isEnabled: challenge.isEnabled,
  score: board.challengeOf(challenge.id)?.score ?? challenge.originalScore,
  minScore: Math.floor(challenge.minScoreRate * challenge.originalScore),
  originalScore: challenge.originalScore,
  deadlineUtc: challenge.deadline,
  enableAtUtc: challenge.enableAt,
  lacks: lacksOf({
    type: challenge.type,
    hasText: !challenge.text.isBlank,
    originalScore: challenge.originalScore,
    containerImage: challenge.containerImage,
    exposePort: challenge.exposePort,
    flags: challenge.flags.size,
    bareFlags: bareFlags.get(challenge.id) ?? 0,
  }),
  ...(runsContainers(challenge.type) ? { networkMode: challenge.networkMode ?? 'Open' } : {}),
  ...(detail ? { minScoreRate: challenge.minScoreRate, difficulty: challenge.difficulty } : {}),
  ...presentLabels(challenge),
  ...presentAuthors(challenge),
})

export const basisOf = (row: ChallengeRow) => ({
  title: row.title,
  content: row.content,
  category: row.category,
  hints: row.hints ?? [],
  flagTemplate: row.flag_template,
  isEnabled: row.is_enabled,
  fileName: row.file_name,
  containerImage: row.container_image,
  memoryLimit: row.memory_limit,
  cpuCount: row.cpu_count,
  storageLimit: row.storage_limit,
  exposePort: row.expose_port,
  networkMode: row.network_mode,
  enableTrafficCapture: row.enable_traffic_capture,
  allowUserChange: row.allow_user_change,
  checkByConnecting: row.check_by_connecting,
  disableBloodBonus: row.disable_blood_bonus,
  deadlineUtc: row.deadline_at?.getTime() ?? null,
  submissionLimit: row.submission_limit,
  originalScore: row.original_score,
  minScoreRate: row.min_score_rate,
  difficulty: row.difficulty,
  enableAtUtc: row.enable_at?.getTime() ?? null,
  ...presentLabels(row),
  ...presentAuthors(row),
})

export const presentChallengeToEdit = (
  { challenge, flags, attachments, testContainer }: ChallengeDetail,
  solved: number,
): ChallengeEditDetail => {
  const attached = new Map(attachments.map((row) => [row.flag_id, presentAttachment(row)]))
  return {
    id: challenge.id,
    type: challenge.type,
    ...basisOf(challenge),
    acceptedCount: solved,
    attachment: attached.get(null) ?? null,
    testContainer: testContainer === undefined ? null : presentTestContainer(testContainer),
    flags: flags.map(({ id, flag }) => ({ id, flag, attachment: attached.get(id) ?? null })),
  }
}

const presentAttachment = (row: StoredAttachment): Attachment => ({
  id: row.id,
  type: row.type,
  url: row.file_hash === null ? row.remote_url : fileUrl(row.file_hash, row.file_name ?? row.file_hash),
  fileSize: row.file_size,
})

const presentTestContainer = (row: TestContainer): ContainerInfo => ({
  status: row.status,
  startedAt: row.started_at.getTime(),
  expectStopAt: row.expect_stop_at.getTime(),
  entry: entryOf(addressOf(row)) ?? '',
  ...(row.remarks === null ? {} : { remarks: row.remarks }),
})

const addressOf = (row: TestContainer): ContainerAddress => ({
  id: row.id,
  isProxied: row.is_proxied,
  ip: row.ip,
  port: row.port,
  publicIp: row.public_ip,
  publicPort: row.public_port,
})
