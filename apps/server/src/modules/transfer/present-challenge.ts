import { runsContainers } from '@pennant/rules/challenge/container'
import { presentAuthors, presentLabels } from '@pennant/rules/challenge/labels'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import type {
  AttachmentDocument,
  ChallengeDocument,
  ContainerDocument,
  FlagDocument,
} from '@pennant/contract/package'
import { linkName } from './link-name.ts'
import type { StoredParts } from './parts.ts'
import type { StoredAttachment } from './store-export.ts'
import { timeText } from './json.ts'

export const presentChallenge = (
  row: ChallengeRow,
  { attachment, flags }: StoredParts,
): ChallengeDocument => ({
  id: row.id,
  title: row.title,
  content: row.content,
  category: row.category,
  type: row.type,
  enabled: row.is_enabled,
  scoring: { original: row.original_score, minRate: row.min_score_rate, difficulty: row.difficulty },
  limits: {
    submission: row.submission_limit,
    deadline: row.deadline_at === null ? null : timeText(row.deadline_at),
  },
  flags: {
    disableBloodBonus: row.disable_blood_bonus,
    enableTrafficCapture: row.enable_traffic_capture,
    template: row.flag_template,
    static: flags.map(presentFlag),
  },
  attachment: presentAttachment(attachment),
  hints: row.hints,
  // Left out if null, so that such packages stay as they always were.
  ...(row.position === null ? {} : { order: row.position }),
  ...(row.enable_at === null ? {} : { enableAt: timeText(row.enable_at) }),
  ...presentLabels(row),
  ...presentAuthors(row),
  ...(runsContainers(row.type)
    ? { container: presentContainer(row) }
    : { container: null, fileName: row.file_name }),
})

const presentContainer = (row: ChallengeRow): ContainerDocument => ({
  image: row.container_image ?? '',
  memoryLimit: row.memory_limit ?? 64,
  cpuCount: row.cpu_count ?? 1,
  storageLimit: row.storage_limit ?? 256,
  exposePort: row.expose_port ?? 80,
  networkMode: row.network_mode ?? 'Open',
  fileName: row.file_name,
  allowUserChange: row.allow_user_change,
  ...(row.check_by_connecting ? {} : { checkByConnecting: false }),
})

const presentFlag = ({ flag, attachment }: StoredParts['flags'][number]): FlagDocument => ({
  value: flag,
  attachment: presentAttachment(attachment),
})

const presentAttachment = (row: StoredAttachment | undefined): AttachmentDocument | null => {
  if (row === undefined) return null
  const { type, file_hash: hash, file_name: name, file_size: size, remote_url: url } = row
  if (type === 'Local') return { type, hash, fileName: name ?? hash, fileSize: size, remoteUrl: null }
  // Without a name, the compatible platform refuses packages.
  const fileName = name ?? (url === null ? null : linkName(url))
  return { type, hash: null, fileName, fileSize: null, remoteUrl: url }
}
