import type { EventType } from '@pennant/contract/enums'
import { hubEvents, type GameEvent } from '@pennant/contract/hub'
import type { Live } from '../../live/live.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'

type Means = { db: Db; clock: Clock; live: Pick<Live, 'toMonitors'> }

type NewEvent = {
  gameId: number
  type: EventType
  values: string[]
  user: { id: string; name: string }
  team: { id: number; name: string }
}

export type StoredEvent = {
  type: EventType
  values: string[]
  time: Date
  user_name: string | null
  team_name: string | null
}

export const recordEvent = async (
  { db, clock, live }: Means,
  { gameId, type, values, user, team }: NewEvent,
): Promise<void> => {
  const time = new Date(clock.now())
  const row = { game_id: gameId, type, values, time, user_id: user.id, team_id: team.id }
  await db.insertInto('game_event').values(row).execute()
  const event = presentEvent({ type, values, time, user_name: user.name, team_name: team.name })
  live.toMonitors(gameId, hubEvents.ReceivedGameEvent, event)
}

export const presentEvent = (row: StoredEvent): GameEvent => ({
  type: row.type,
  values: row.values,
  time: row.time.getTime(),
  user: row.user_name ?? '',
  team: row.team_name ?? '',
})
