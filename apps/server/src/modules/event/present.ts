import type { EventRecord } from '@pennant/contract/event'
import { presentEvent } from '../../core/game/events.ts'
import type { ListedEvent } from './store.ts'

export const presentDetailedEvent = (
  row: ListedEvent,
  participationOf: (teamId: number) => number | null,
): EventRecord => ({
  ...presentEvent(row),
  id: row.id,
  teamId: row.team_id,
  participationId: row.team_id === null ? null : participationOf(row.team_id),
  userId: row.user_id,
  challengeId: row.challenge_id,
})
