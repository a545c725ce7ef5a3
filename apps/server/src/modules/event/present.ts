import type { EventRecord } from '@pennant/contract/event'
import type { GameEvent } from '@pennant/contract/hub'
import type { ListedEvent, StoredEvent } from './store.ts'

export const presentEvent = (row: StoredEvent): GameEvent => ({
  type: row.type,
  values: row.values,
  time: row.time.getTime(),
  user: row.user_name ?? '',
  team: row.team_name ?? '',
})

/** With whom and what it is about; `participationOf` tells with which participation a team takes part. */
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
