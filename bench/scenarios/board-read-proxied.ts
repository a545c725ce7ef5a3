import { connections, withSides } from '../beside-bare.ts'
import { watchFastPath } from '../fast-path.ts'
import { withPostgres } from '../postgres.ts'
import { loadBoards, readBoards } from '../read-boards.ts'
import { withRedis } from '../redis.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'

const common = { p99: 2, extraCpuMs: 0.015 }
const budgets = {
  one: { full: { rate: 0.8, ...common }, fresh: { rate: 0.7, ...common } },
  two: { full: { rate: 0.75, ...common }, fresh: { rate: 0.7, ...common } },
}

export const boardReadProxied: Scenario = {
  name: 'board-read-proxied',
  says: `the same over ${connections} connections of 20,000 visitors through nginx, counted and limited`,
  run: () =>
    withPostgres(async ({ url }) => {
      const read = (servers: readonly ServerProcess[]): Promise<Finding[]> =>
        withSides({ servers, proxied: true }, async (sides) => {
          const [who, budget] =
            servers.length === 1 ? ['1 process', budgets.one] : ['2 processes', budgets.two]
          const boards = await loadBoards(url)
          const fastPath = await watchFastPath(servers)
          const found = await readBoards(sides, { who, boards, budgets: budget })
          return [...found, await fastPath(who)]
        })
      return [
        ...(await withServers({ database: url, limited: true }, read)),
        ...(await withRedis((redis) => withServers({ count: 2, database: url, redis, limited: true }, read))),
      ]
    }),
}
