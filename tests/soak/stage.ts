import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Site } from '@pennant/load/address'
import { loadEvent } from '../../bench/loader/load-event.ts'
import type { LoadedEvent } from '../../bench/loader/loaded-event.ts'
import { fakeImages } from '../kit/fake-kubernetes-image.ts'
import { createKubernetesWorld, kubernetesNamespace } from '../kit/kubernetes-world.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { gameEnvironment } from '../ops/game.ts'
import { startDatabase } from '../ops/installation.ts'
import { main, type Server, startServer, temporaryFolder } from '../ops/server.ts'
import { connectSql, type Sql } from '../ops/sql.ts'
import type { Day } from './day.ts'
import { type Inspector, openInspector } from './inspector.ts'

export type Stage = {
  processes: readonly Process[]
  loaded: LoadedEvent
  sql: Sql
  redisPort: number
  /** The pods that run. */
  instances(): number
}

export type Process = { server: Server; site: Site; inspector: Inspector }

export const stageMissing = (): string | null => systemPostgresMissing() ?? redisMissing()

const containerPort = 8080
const marginMs = 1_800_000

/** Two processes that share all there is, with limits on: every visitor comes from an address of their own. */
export const openStage = async (day: Day): Promise<Stage> => {
  const postgres = await startDatabase()
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const kubernetes = await createKubernetesWorld()
  onTestFinished(() => kubernetes.close())
  const { node, store } = kubernetes.cluster
  const echo = fakeImages['registry.example/echo:1']
  if (echo === undefined) throw new Error('there is no image that echoes')
  node.images.set('registry.example/box:1', echo)

  const folder = temporaryFolder()
  const files = path.join(folder, 'files')
  mkdirSync(files)
  const env = {
    ...gameEnvironment,
    PENNANT_DISABLERATELIMIT: 'false',
    PENNANT_LOGLEVEL: 'warn',
    DATABASE_URL: postgres.url(),
    REDIS_URL: redis.url,
    PENNANT_CONNECTIONSTRINGS__STORAGE: `disk://path=${files}`,
    PENNANT_CONTAINERPROVIDER__TYPE: 'Kubernetes',
    PENNANT_CONTAINERPROVIDER__PORTMAPPINGTYPE: 'PlatformProxy',
    PENNANT_CONTAINERPROVIDER__KUBERNETESCONFIG__NAMESPACE: kubernetesNamespace,
    PENNANT_CONTAINERPROVIDER__KUBERNETESCONFIG__KUBECONFIG: kubernetes.kubeConfig,
    PENNANT_CONTAINERPROVIDER__KUBERNETESCONFIG__ALLOWCIDR: '10.0.0.0/8',
  }
  const start = async (name: string): Promise<Process> => {
    const command: [string, ...string[]] = [process.execPath, '--inspect=127.0.0.1:0', main]
    const server = await startServer({ dataDir: path.join(folder, name), env, command })
    const [address = ''] = await server.program.says(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/)
    const inspector = await openInspector(address)
    onTestFinished(() => inspector.close())
    return { server, site: { port: Number(new URL(server.site).port), secure: false }, inspector }
  }
  const processes = [await start('one'), await start('other')]

  const sql = connectSql({ connectionString: postgres.url() })
  const now = Date.now()
  const { game } = day.event
  const loaded = await loadEvent(postgres.url(), {
    ...day.event,
    game: { ...game, start: now, end: now + day.forMs + marginMs },
  })
  // As instances listen in the fake.
  await sql(`update challenge set expose_port = ${containerPort} where container_image is not null`)
  return {
    processes,
    loaded,
    sql,
    redisPort: redis.port,
    instances: () => store.list(`${kubernetesNamespace}/pods`).length,
  }
}
