import type { ChallengeCategory, ChallengeType, FileType, NetworkMode } from '@pennant/contract/enums'

/** The documents of a package, member by member as they are written. Times are ISO 8601 with their offset. */

export const packageFormat = 'PENNANT-GAME'

export type ManifestDocument = {
  version: string
  format: string
  exportedAt: string
  exporterVersion: string
  game: { id: number; title: string }
  statistics: {
    challengeCount: number
    divisionCount: number
    /** Templates, and flags that are listed. */
    totalFlags: number
    totalFiles: number
    totalFileSize: number
  }
}

export type GameDocument = {
  title: string
  summary: string
  content: string
  hidden: boolean
  /** Left out where it is not so. */
  unlisted?: boolean
  practiceMode: boolean
  acceptWithoutReview: boolean
  inviteCode: string | null
  teamMemberCountLimit: number
  containerCountLimit: number
  startTime: string
  endTime: string
  writeup: { required: boolean; deadline: string; note: string }
  /** Permille; zeros for none, since a package without a bonus may mean the usual one elsewhere. */
  bloodBonus: { first: number; second: number; third: number }
  posterHash: string | null
  /** Left out for the default. Ours; others pass it over. */
  signedTeamText?: string
  divisions: DivisionDocument[]
}

export type DivisionDocument = {
  name: string
  inviteCode: string | null
  defaultPermissions: string[]
  challengeConfig: { challengeId: number; permissions: string[] }[]
}

export type ChallengeDocument = {
  /** What divisions refer to. The challenge gets another one where it is imported. */
  id: number
  title: string
  content: string
  category: ChallengeCategory
  type: ChallengeType
  enabled: boolean
  scoring: { original: number; minRate: number; difficulty: number }
  limits: { submission: number; deadline: string | null }
  flags: {
    disableBloodBonus: boolean
    enableTrafficCapture: boolean
    template: string | null
    static: FlagDocument[]
  }
  attachment: AttachmentDocument | null
  hints: string[] | null
  container: ContainerDocument | null
  /** Its place among the challenges, and when it is to enable itself. Ours; others pass them over. */
  order?: number
  enableAt?: string
  /** Of challenges without a container, which have no other place for it. Ours; others pass it over. */
  fileName?: string | null
}

export type FlagDocument = { value: string; attachment: AttachmentDocument | null }

export type AttachmentDocument = {
  type: Exclude<FileType, 'None'>
  hash: string | null
  fileName: string | null
  fileSize: number | null
  remoteUrl: string | null
}

export type ContainerDocument = {
  image: string
  memoryLimit: number
  cpuCount: number
  storageLimit: number
  exposePort: number
  networkMode: NetworkMode
  fileName: string | null
}
