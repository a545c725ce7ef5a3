import type { Adjustment } from '@pennant/contract/adjustment'
import type { StoredAdjustment } from './store.ts'

export const presentAdjustment = (row: StoredAdjustment): Adjustment => ({
  id: row.id,
  participationId: row.participation_id,
  teamId: row.team_id,
  team: row.team,
  points: row.points,
  reason: row.reason,
  time: row.time.getTime(),
  by: row.by,
  revokedAt: row.revoked_at?.getTime() ?? null,
  revokedBy: row.revoked_by,
  revokeReason: row.revoke_reason,
})
