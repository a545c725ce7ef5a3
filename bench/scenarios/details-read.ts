import { withSides } from '../beside-bare.ts'
import { loadEvent } from '../loader/load-event.ts'
import { withPostgres } from '../postgres.ts'
import { readAsPlayers } from '../read-as-players.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'

const budgets = { rate: 0.6, stretch: 0.7 }

export const detailsRead: Scenario = {
  name: 'details-read',
  says: 'players of M with sessions read the details of the game',
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, (servers) =>
        withSides({ servers, proxied: false }, async (sides) => {
          const loaded = await loadEvent(url, createRunningEvent())
          const paths = (): string[] => [`/api/game/${loaded.gameId}/details`]
          return readAsPlayers(sides, { what: 'details', loaded, paths, budgets })
        }),
      ),
    ),
}
