import { setTimeout as wait } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { parseRedisUrl } from './url.ts'

export type RedisSettings = {
  url: string
  prefix?: string
  report?: (message: string) => void
  commandTimeoutMs?: number
}

export type RedisConnection = {
  readonly command: Redis
  readonly prefix: string
  /** False while commands would fail immediately. */
  readonly available: boolean
  /** A connection of its own that never subscribes on its own, not even after a reconnect. */
  subscriber(): RedisClient
  check(): Promise<void>
  close(): Promise<void>
}

export type RedisClient = { readonly client: Redis; close(): Promise<void> }

const defaultPrefix = 'pennant:'

export function connectRedis(settings: RedisSettings): RedisConnection {
  const { prefix = defaultPrefix, report = () => undefined, commandTimeoutMs = 1500 } = settings
  const address = parseRedisUrl(settings.url)
  const clients: RedisClient[] = []

  const open = (role: string, options: RedisOptions): RedisClient => {
    const client = new Redis({ ...address, ...common, connectionName: `pennant-${role}`, ...options })
    const unwatch = watch(client, role, report)
    const opened = {
      client,
      async close() {
        unwatch()
        await shut(client)
      },
    }
    clients.push(opened)
    client.connect().catch(() => undefined)
    return opened
  }

  const { client: command } = open('commands', {
    commandTimeout: commandTimeoutMs,
    // Drops a connection that swallows commands, so that the next ones don't time out too.
    socketTimeout: commandTimeoutMs * 2,
  })

  return {
    command,
    prefix,
    get available() {
      return command.status === 'ready'
    },
    subscriber: () => open('bus', { commandTimeout: Math.max(3000, commandTimeoutMs) }),
    async check() {
      await command.ping().catch((error: unknown) => {
        throw new Error(`Redis isn't responding: ${reasonOf(error)}`)
      })
    },
    async close() {
      await Promise.all(clients.map((each) => each.close()))
    },
  }
}

/** Without the command's arguments that ioredis attaches: they hold passwords and values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A host with several addresses fails with an AggregateError without a message.
  if (error.message === '' && error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error.message
}

async function shut(client: Redis): Promise<void> {
  if (client.status === 'end') return
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  const late = wait(1000, undefined, { ref: false })
  // While it waits to reconnect, there is no socket to announce its end.
  const gone = client.status === 'reconnecting' || client.status === 'close'
  if (client.status === 'ready') await Promise.race([client.quit().catch(() => undefined), late])
  client.disconnect()
  if (!gone) await Promise.race([ended, late])
}

const common = {
  lazyConnect: true,
  connectTimeout: 5000,
  disconnectTimeout: 500,
  retryStrategy: (attempt: number) =>
    Math.min(50 * 2 ** Math.min(attempt - 1, 6), 2000) + Math.random() * 200,
  // A request must not wait for Redis: what can't be sent now, or was under way, fails now.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // In ioredis, a failed second subscription would be an unhandled rejection.
  autoResubscribe: false,
  // After a failover the old address may lead to a replica.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions

function watch(client: Redis, role: string, report: (message: string) => void): () => void {
  let last: string | null = null
  let watching = true
  const lost = (reason: string): void => {
    if (!watching || reason === last) return
    last = reason
    report(`redis (${role}): ${reason}`)
  }
  client.on('error', (error: unknown) => lost(reasonOf(error)))
  client.on('close', () => {
    if (last === null) lost('connection lost')
  })
  client.on('ready', () => {
    if (watching && last !== null) report(`redis (${role}): connected again`)
    last = null
  })
  // Some failures make ioredis give up despite the retry strategy.
  client.on('end', () => {
    const again = setTimeout(() => {
      if (watching && client.status === 'end') client.connect().catch(() => undefined)
    }, 2000)
    again.unref()
  })
  return () => {
    watching = false
  }
}
