import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type Verdict = 'Healthy' | 'Degraded' | 'Unhealthy'

/** One part the server cannot do without; slower than `degradedMs` is worth a word. */
export type HealthCheck = { name: string; degradedMs: number; check(): Promise<void> }

type Needs = {
  checks: readonly HealthCheck[]
  running: () => boolean
  /** Told why a part is not well. */
  onFault: (part: string, error: unknown) => void
  metrics: { contentType: string; text(): Promise<string> } | null
  /** Serves everything else, as on the main port. */
  site: (request: IncomingMessage, response: ServerResponse) => void
}

const giveUpMs = 10_000
const keepMs = 1_000

/** The second port: health and metrics for those who run the place, and the site as well. */
export const createHealthServer = ({ checks, running, onFault, metrics, site }: Needs): Server => {
  let latest: Promise<Verdict> | undefined
  let askedAt = 0

  /** Many probes at once are answered by one look. */
  const look = (): Promise<Verdict> => {
    const now = performance.now()
    if (latest === undefined || now - askedAt > keepMs) {
      askedAt = now
      latest = judge(checks, onFault)
    }
    return latest
  }

  const answerHealth = async (response: ServerResponse): Promise<void> => {
    const verdict = running() ? await look() : 'Unhealthy'
    response.writeHead(verdict === 'Unhealthy' ? 503 : 200, {
      'content-type': 'text/plain',
      'cache-control': 'no-store, no-cache',
    })
    response.end(verdict)
  }

  const answerMetrics = async (response: ServerResponse): Promise<void> => {
    if (metrics === null) return void response.writeHead(404).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  }

  return createServer((request, response) => {
    const path = (request.url ?? '/')
      .split('?')[0]
      ?.toLowerCase()
      .replace(/(.)\/$/, '$1')
    const failed = (): void => void response.writeHead(500).end()
    if (path === '/healthz') answerHealth(response).catch(failed)
    else if (path === '/metrics') answerMetrics(response).catch(failed)
    else site(request, response)
  })
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
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), giveUpMs)
  })
  try {
    await Promise.race([check(), tooLong])
    return performance.now() - began > degradedMs ? 'Degraded' : 'Healthy'
  } catch (error) {
    onFault(name, error)
    return 'Unhealthy'
  } finally {
    clearTimeout(timer)
  }
}
