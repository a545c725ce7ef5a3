import { join } from 'node:path'
import { withDataFolder } from './data-folder.ts'
import { model } from './loader/people.ts'
import { type ServerProcess, startServer } from './server-process.ts'

type Options = {
  count?: number
  /** Without one, the server runs its own. */
  database?: string
  redis?: string
  /** Requests are counted and limited, as everywhere but in the bench's other scenarios. */
  limited?: boolean
  settings?: Record<string, string>
}

export const withServers = <T>(
  { count = 1, database, redis, limited = false, settings = {} }: Options,
  work: (servers: readonly ServerProcess[]) => Promise<T>,
): Promise<T> =>
  withDataFolder(async (data) => {
    const servers: ServerProcess[] = []
    try {
      while (servers.length < count)
        servers.push(
          await startServer(count === 1 ? data : join(data, String(servers.length)), {
            PENNANT_ADMIN_PASSWORD: model.password,
            ...(database === undefined ? {} : { DATABASE_URL: database }),
            ...(redis === undefined ? {} : { REDIS_URL: redis }),
            PENNANT_DISABLE_RATE_LIMIT: String(!limited),
            ...settings,
          }),
        )
      return await work(servers)
    } finally {
      for (const server of servers) await server.stop()
    }
  })
