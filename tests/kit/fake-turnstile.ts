import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behavior =
  | { kind: 'honest' }
  | { kind: 'silent' }
  | { kind: 'answers'; status: number; body: string }
  | { kind: 'endless' }
  | { kind: 'redirects'; to: string }

export type SiteverifyRequest = {
  method: string
  path: string
  contentType: string
  body: Record<string, unknown>
}

export type FakeTurnstile = {
  url: string
  requests: SiteverifyRequest[]
  issue(): string
  behave(behavior: Behavior): void
  close(): Promise<void>
}

/** As documented by Cloudflare: a token passes once, with the right secret; `error-codes` has the rest. */
export const startFakeTurnstile = async (secret: string): Promise<FakeTurnstile> => {
  const requests: SiteverifyRequest[] = []
  const fresh = new Set<string>()
  const spent = new Set<string>()
  let issued = 0
  let behavior: Behavior = { kind: 'honest' }

  const judge = (body: Record<string, unknown>): { success: boolean; 'error-codes': string[] } => {
    const no = (code: string) => ({ success: false, 'error-codes': [code] })
    const { secret: shown, response: token } = body
    if (typeof shown !== 'string' || shown === '') return no('missing-input-secret')
    if (shown !== secret) return no('invalid-input-secret')
    if (typeof token !== 'string' || token === '') return no('missing-input-response')
    if (spent.has(token)) return no('timeout-or-duplicate')
    if (!fresh.delete(token)) return no('invalid-input-response')
    spent.add(token)
    return { success: true, 'error-codes': [] }
  }

  const server = createServer(async (request, response) => {
    const body = await readJson(request)
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      contentType: request.headers['content-type'] ?? '',
      body,
    })
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    switch (behavior.kind) {
      case 'honest':
        return answer(200, JSON.stringify({ challenge_ts: new Date().toISOString(), ...judge(body) }))
      case 'answers':
        return answer(behavior.status, behavior.body)
      case 'redirects':
        response.writeHead(307, { location: behavior.to }).end()
        return
      case 'endless':
        response.writeHead(200, { 'content-type': 'application/json' })
        response.on('drain', () => response.write(filler))
        response.write(filler)
        return
      case 'silent':
        return
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // TCP servers have one.

  return {
    url: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    requests,
    issue() {
      issued += 1
      const token = `token-${issued}`
      fresh.add(token)
      return token
    },
    behave(next) {
      behavior = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const filler = ' '.repeat(16 * 1024)

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
