import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { within } from '../kit/timeout.ts'
import { serveDespiteUpgrade } from './plain-upgrade.ts'

export type Verdict = 'Healthy' | 'Degraded' | 'Unhealthy'

export type HealthCheck = { name: string; degradedMs: number; check(): Promise<void> }

type Needs = {
  checks: readonly HealthCheck[]
  /** Throws `SchemaMismatch`, or what keeps the database from answering. */
  database: () => Promise<void>
  running: () => boolean
  started: () => boolean
  draining: () => boolean
  /** Whether memory answers players while the database is away. */
  holdsGames: () => boolean
  onFault: (part: string, error: unknown) => void
  metrics: { contentType: string; text(): Promise<string> } | null
  touchesInstances: (socket: Socket) => Promise<boolean>
}

export class SchemaMismatch extends Error {
  constructor() {
    super("the database schema doesn't match this program")
  }
}

const giveUpMs = 10_000
// Probes ask every few seconds, and wait less long than people do.
const readyWithinMs = 3_000
const keepMs = 1_000

export const createHealthServer = (needs: Needs): Server => {
  const { checks, running, started, onFault, metrics, touchesInstances } = needs
  let latest: Promise<Verdict> | undefined
  let askedAt = 0

  const look = (): Promise<Verdict> => {
    const now = performance.now()
    if (latest === undefined || now - askedAt > keepMs) {
      askedAt = now
      latest = judge(checks, onFault)
    }
    return latest
  }

  const say = (response: ServerResponse, well: boolean, text: string): void => {
    response.writeHead(well ? 200 : 503, {
      'content-type': 'text/plain',
      'cache-control': 'no-store, no-cache',
      ...(well ? {} : { 'retry-after': '5' }),
    })
    response.end(text)
  }

  const endpoints: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
    async '/healthz'(response) {
      const verdict = running() ? await look() : 'Unhealthy'
      say(response, verdict !== 'Unhealthy', verdict)
    },
    '/livez': (response) => say(response, true, 'Alive'),
    async '/readyz'(response) {
      const ready = takesRequests(needs) && (await canAnswer(needs)) && takesRequests(needs)
      say(response, ready, ready ? 'Ready' : 'Not ready')
    },
    '/startupz': (response) => say(response, started(), started() ? 'Started' : 'Starting'),
    async '/metrics'(response) {
      if (metrics === null) return void response.writeHead(404).end()
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    },
  }

  const serve = async (path: string, socket: Socket, response: ServerResponse): Promise<void> => {
    // Instances must not even get a refusal.
    if (await touchesInstances(socket)) return void socket.destroy()
    const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined
    if (endpoint === undefined) return void response.writeHead(404).end()
    await endpoint(response)
  }

  const server = createServer(
    { headersTimeout: 20_000, requestTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    ({ url = '/', socket }, response) => {
      const path =
        url
          .split('?')[0]
          ?.toLowerCase()
          .replace(/(.)\/$/, '$1') ?? '/'
      serve(path, socket, response).catch(() => response.writeHead(500).end())
    },
  )
  for (const event of ['upgrade', 'connect'])
    server.on(event, (request: IncomingMessage, socket: Socket, head: Buffer) =>
      serveDespiteUpgrade(server, request, socket, head),
    )
  return server
}

const takesRequests = ({ running, draining }: Needs): boolean => running() && !draining()

const canAnswer = async ({ database, holdsGames, onFault }: Needs): Promise<boolean> => {
  try {
    await within(readyWithinMs, database(), noAnswer)
    return true
  } catch (error) {
    onFault('database', error)
    return !(error instanceof SchemaMismatch) && holdsGames()
  }
}

const judge = async (checks: readonly HealthCheck[], onFault: Needs['onFault']): Promise<Verdict> => {
  const verdicts = await Promise.all(checks.map((check) => judgeOne(check, onFault)))
  if (verdicts.includes('Unhealthy')) return 'Unhealthy'
  return verdicts.includes('Degraded') ? 'Degraded' : 'Healthy'
}

const judgeOne = async (
  { name, check, degradedMs }: HealthCheck,
  onFault: Needs['onFault'],
): Promise<Verdict> => {
  const began = performance.now()
  if (!(await answersInTime({ name, check }, onFault))) return 'Unhealthy'
  const tookMs = performance.now() - began
  if (tookMs <= degradedMs) return 'Healthy'
  onFault(name, new Error(`it took ${Math.round(tookMs)} ms`))
  return 'Degraded'
}

const noAnswer = (): Error => new Error('no answer')

const answersInTime = async (
  { name, check }: Pick<HealthCheck, 'name' | 'check'>,
  onFault: Needs['onFault'],
): Promise<boolean> => {
  try {
    await within(giveUpMs, check(), noAnswer)
    return true
  } catch (error) {
    onFault(name, error)
    return false
  }
}
