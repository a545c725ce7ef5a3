import { connections, withSides } from '../beside-bare.ts'
import { watchFastPath } from '../fast-path.ts'
import { withPostgres } from '../postgres.ts'
import { loadBoards, readBoards } from '../read-boards.ts'
import type { Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'

const budgets = { full: { rate: 0.8, p99: 4 }, fresh: { rate: 0.8, stretch: 0.85, p99: 4 } }

/** The yardstick of the first release. All headers would make it slower. */
const copied = new Set([
  ...['content-type', 'content-encoding', 'content-length', 'etag', 'last-modified', 'cache-control', 'vary'],
])

export const boardRead: Scenario = {
  name: 'board-read',
  says: `GET scoreboard of M and L over ${connections} connections: plain, compressed, and conditional`,
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, (servers) =>
        withSides({ servers, proxied: false }, async (sides) => {
          const boards = await loadBoards(url)
          const fastPath = await watchFastPath(servers)
          const isCopied = (header: string): boolean => copied.has(header)
          const found = await readBoards(sides, { boards, budgets, isCopied })
          return [...found, await fastPath('all')]
        }),
      ),
    ),
}
