import type { EventType } from '@pennant/contract/enums'
import { hubEvents } from '@pennant/contract/hub'
import type { Core } from '../../core/core.ts'
import { presentEvent } from './present.ts'
import type { EventStore } from './store.ts'

type Needs = Pick<Core, 'clock' | 'live'> & { store: Pick<EventStore, 'insert'> }

type Happening = {
  gameId: number
  type: EventType
  values: string[]
  user: { id: string; name: string }
  team: { id: number; name: string }
}

export const createEvents = ({ store, live, clock }: Needs) => ({
  /** Writes down what happened, and tells the monitors. */
  async record({ gameId, type, values, user, team }: Happening): Promise<void> {
    const time = new Date(clock.now())
    await store.insert({ game_id: gameId, type, values, time, user_id: user.id, team_id: team.id })
    const event = presentEvent({ type, values, time, user_name: user.name, team_name: team.name })
    live.toMonitors(gameId, hubEvents.ReceivedGameEvent, event)
  },
})

export type Events = ReturnType<typeof createEvents>
