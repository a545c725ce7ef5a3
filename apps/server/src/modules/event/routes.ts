import * as wire from '@pennant/contract/event'
import { narrow } from '@pennant/rules/watch/narrow'
import { bind, type BoundRoute, type Call } from '../../http/bind.ts'
import { counted, totalOf } from '../../http/reply.ts'
import type { Core } from '../../core/core.ts'
import { presentEvent } from '../../core/game/events.ts'
import type { Game } from '../../core/game/game.ts'
import { presentDetailedEvent } from './present.ts'
import { createEventStore } from './store.ts'

const usualCount = 100

export const eventRoutes = ({ access, db }: Pick<Core, 'access' | 'db'>): BoundRoute[] => {
  const store = createEventStore(db)
  const list = async ({ params, query, principal }: Call<typeof wire.listEvents>) => {
    const game = await access.begun(params.id, principal)
    const { count = usualCount, skip = 0, hideContainer = false, type, detail = false, ...rest } = query
    const filter = { hideContainer, type, narrowed: narrow(game, rest) }
    const page = { count, skip }
    const rows = await store.page(params.id, { ...filter, ...page })
    if (!detail) return rows.map(presentEvent)
    const participationOf = participationsByTeam(game)
    return counted(
      rows.map((row) => presentDetailedEvent(row, participationOf)),
      await totalOf(page, rows.length, () => store.count(params.id, filter)),
    )
  }
  return [bind(wire.listEvents, list)]
}

const participationsByTeam = ({ participations }: Game) => {
  const byTeam = new Map([...participations.values()].map(({ id, teamId }) => [teamId, id]))
  return (teamId: number): number | null => byTeam.get(teamId) ?? null
}
