import * as wire from '@pennant/contract/event'
import { bind, type Bound } from '../../http/bind.ts'
import type { GameGate } from '../../ports/held-game.ts'
import { presentEvent } from './present.ts'
import type { EventStore } from './store.ts'

type Needs = { store: EventStore; gate: Pick<GameGate, 'begun'> }

const usualCount = 100

export const eventRoutes = ({ store, gate }: Needs): Bound[] => [
  bind(wire.listEvents, async ({ params, query, principal }) => {
    await gate.begun(params.id, principal)
    const { count = usualCount, skip = 0, hideContainer = false } = query
    return (await store.page(params.id, { count, skip, hideContainer })).map(presentEvent)
  }),
]
