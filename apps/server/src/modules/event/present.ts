import type { GameEvent } from '@pennant/contract/hub'
import type { StoredEvent } from './store.ts'

export const presentEvent = (row: StoredEvent): GameEvent => ({
  type: row.type,
  values: row.values,
  time: row.time.getTime(),
  user: row.user_name ?? '',
  team: row.team_name ?? '',
})
