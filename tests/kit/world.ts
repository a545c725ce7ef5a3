import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Role } from '@pennant/contract/enums'
import { buildApp, type App, type AppOptions } from '../../apps/server/src/app/app.ts'
import { loadConfig } from '../../apps/server/src/config/load.ts'
import type { BodyTime } from '../../apps/server/src/http/body-pace.ts'
import type { OwnProgram } from '../../apps/server/src/backup/run-backup.ts'
import type { Containers } from '../../apps/server/src/ports/containers.ts'
import type { RelayLimits } from '../../apps/server/src/relay/options.ts'
import type { Db } from '../../apps/server/src/ports/database.ts'
import { createArgon2Hasher } from '../../apps/server/src/kit/password/argon2.ts'
import { createOut } from '../../apps/server/src/telemetry/out.ts'
import { createClient, type Client } from './client.ts'
import { createShiftedClock, type TestClock } from './clock.ts'
import { testSecret } from './game-key.ts'
import { redisDatabases } from './redis.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type Person = Client & { id: string; userName: string; email: string; password: string; role: Role }

export type World = {
  app: App
  core: App['core']
  adapters: App['adapters']
  origin: string
  healthOrigin: string
  db: Db
  clock: TestClock
  dataFolder: string
  /** Null in a single process. */
  redisUrl: string | null
  said: string[]
  visitor(headers?: Record<string, string>): Client
  person(role?: Role, name?: string): Promise<Person>
  /** Makes sense only with Redis. */
  another(options?: WorldOptions): Promise<World>
  close(): Promise<void>
}

export type WorldOptions = {
  settings?: Record<string, string>
  webRoot?: string | null
  tunnelProgram?: string
  clock?: TestClock
  database?: TestDatabase
  production?: boolean
  secretKey?: string
  /** Without one, no containers can run. */
  containers?: Containers
  bodyTime?: BodyTime
  relayLimits?: Partial<RelayLimits>
  /** Who plays in rehearsals. */
  hire?: NonNullable<AppOptions['hire']>
  hasher?: NonNullable<AppOptions['hasher']>
  blobs?: NonNullable<AppOptions['blobs']>
  /** Without one, no backups are made. */
  program?: OwnProgram
}

/** Ends right away. */
export const idleProgram: OwnProgram = { command: [process.execPath, '-e', '0', '--'], env: {} }

export const testPassword = 'Passw0rd'

/** Test passwords need no protection, and full-strength hashing would take most of the time. */
export const quickHasher = createArgon2Hasher({
  limit: (work) => work(),
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
})

const nobody: NonNullable<AppOptions['hire']> = () => ({
  do: () => Promise.reject(new Error('nobody plays')),
  leave: async () => undefined,
})

export const createWorld = async (options: WorldOptions = {}): Promise<World> => {
  const database = options.database ?? (await createTestDatabase())
  const clock = options.clock ?? createShiftedClock()
  const dataFolder = await mkdtemp(join(tmpdir(), 'pennant-world-'))
  const redisUrl = options.settings?.['CONNECTION_STRINGS__REDIS_CACHE'] ?? redisUrlOf(database)
  const settings: Record<string, string> = {
    PORT: '0',
    HEALTH_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    DISABLE_RATE_LIMIT: 'true',
    // Each of more would look up the same catalogs. Races of several processes need some.
    DATABASE_POOL: redisUrl === null ? '3' : '5',
    CONTAINER_PROVIDER__TYPE: 'None',
    ...(redisUrl === null ? {} : { CONNECTION_STRINGS__REDIS_CACHE: redisUrl }),
    ...options.settings,
  }
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`PENNANT_${name}`, value]))
  const { config, sources } = loadConfig({ argv: [], env, cwd: dataFolder })
  const said: string[] = []
  const app = await buildApp({
    config,
    configSources: sources,
    database: database.address,
    dataFolder,
    secretKey: options.secretKey ?? testSecret,
    webRoot: options.webRoot ?? null,
    clock,
    out: createOut('info', { write: (line) => void said.push(line) }),
    production: options.production ?? true,
    hasher: options.hasher ?? quickHasher,
    ...(options.blobs === undefined ? {} : { blobs: options.blobs }),
    ...(options.program === undefined ? {} : { program: options.program }),
    ...(options.tunnelProgram === undefined ? {} : { tunnelProgram: options.tunnelProgram }),
    ...(options.containers === undefined ? {} : { containers: options.containers }),
    ...(options.relayLimits === undefined ? {} : { relayLimits: options.relayLimits }),
    hire: options.hire ?? nobody,
    ...(options.bodyTime === undefined ? {} : { bodyTime: options.bodyTime }),
  })
  const { port, healthPort } = await app.listen(config).catch(async (error: unknown) => {
    await app.close()
    await database.drop()
    await rm(dataFolder, { recursive: true, force: true })
    throw error
  })
  const origin = `http://127.0.0.1:${port}`
  let people = 0

  return {
    app,
    core: app.core,
    adapters: app.adapters,
    origin,
    healthOrigin: `http://127.0.0.1:${healthPort}`,
    db: database.db,
    clock,
    dataFolder,
    redisUrl,
    said,
    visitor: (headers) => createClient(origin, headers),

    async person(role = 'User', name = `${role.toLowerCase()}${++people}`) {
      const email = `${name.toLowerCase()}@players.example`
      const client = createClient(origin)
      const registered = await client.post('/api/account/register', {
        userName: name,
        email,
        password: testPassword,
      })
      if (registered.status !== 200) throw new Error(`couldn't register ${name}: ${registered.text}`)
      const { id } = await database.db
        .selectFrom('user')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (role !== 'User') {
        await database.db.updateTable('user').set({ role }).where('id', '=', id).execute()
        await app.core.sessions.changed(id)
      }
      return { ...client, id, userName: name, email, password: testPassword, role }
    },

    another: (more = {}) =>
      createWorld({ clock, database: { ...database, drop: async () => undefined }, ...more }),

    async close() {
      await app.close()
      await database.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Each test database has its own part of Redis, so that installations don't hear each other. */
const redisUrlOf = ({ address }: TestDatabase): string | null => {
  const url = inject('redisUrl')
  const name = 'url' in address ? address.url : address.database
  const part = createHash('sha256').update(name).digest().readUInt32LE() % redisDatabases
  return url === null ? null : new URL(`/${part}`, url).href
}
