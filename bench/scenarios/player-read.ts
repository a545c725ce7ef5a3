import { withSides } from '../beside-bare.ts'
import { watchFastPath } from '../fast-path.ts'
import { loadEvent } from '../loader/load-event.ts'
import { withPostgres } from '../postgres.ts'
import { readAsPlayers } from '../read-as-players.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'

const budgets = { rate: 0.6 }

export const playerRead: Scenario = {
  name: 'player-read',
  says: 'players of M with sessions read details, notices, and a challenge through nginx, counted and limited',
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url, limited: true }, (servers) =>
        withSides({ servers, proxied: true }, async (sides) => {
          const loaded = await loadEvent(url, createRunningEvent())
          const game = `/api/game/${loaded.gameId}`
          const { length } = loaded.event.challenges
          const challengeOf = (player: number): string =>
            `${game}/challenges/${loaded.challengeId(player % length)}`
          const all = (player: number): string[] => [
            `${game}/details`,
            `${game}/notices`,
            challengeOf(player),
          ]
          const fastPath = await watchFastPath(servers)
          return [
            ...(await readAsPlayers(sides, { what: 'all three', loaded, paths: all, budgets })),
            await fastPath('all three'),
          ]
        }),
      ),
    ),
}
