import { avatarUrl, fileUrl } from '@pennant/contract/file'
import type { BasicWriteupInfo, WriteupInfo } from '@pennant/contract/writeup'
import type { OwnWriteup, StoredWriteup } from './store.ts'

export const presentWriteup = (row: StoredWriteup): WriteupInfo => ({
  id: row.id,
  team: {
    id: row.team_id,
    name: row.team_name,
    bio: row.team_bio,
    avatar: avatarUrl(row.team_avatar),
    locked: row.team_locked,
  },
  url: fileUrl(row.hash, row.name),
  uploadTimeUtc: row.at.getTime(),
  divisionId: row.division_id,
})

export const presentOwnWriteup = (row: OwnWriteup | undefined, note: string): BasicWriteupInfo => ({
  submitted: row !== undefined,
  name: row?.name ?? '#',
  fileSize: row?.size ?? 0,
  note,
})
