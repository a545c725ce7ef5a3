import type { ChallengeTraffic, FileRecord, TeamTraffic } from '@pennant/contract/capture'
import { avatarUrl } from '@pennant/contract/file'
import type { Capture } from './repository.ts'
import type { CapturedChallenge, CapturedTeam } from './store.ts'

export const presentChallenge = (row: CapturedChallenge, teams: number): ChallengeTraffic => ({
  id: row.id,
  title: row.title,
  category: row.category,
  type: row.type,
  isEnabled: row.is_enabled,
  count: teams,
})

/** Captures of a deleted participation can still be seen and deleted. */
export const presentTeam = (id: number, row: CapturedTeam | undefined, files: number): TeamTraffic => ({
  id,
  teamId: row?.team_id ?? 0,
  name: row?.name ?? null,
  division: row?.division ?? null,
  avatar: avatarUrl(row?.avatar ?? null),
  count: files,
})

export const presentFile = ({ ref, size, modified }: Capture): FileRecord => ({
  fileName: ref.name,
  size,
  updateTime: modified.getTime(),
})
