import { setMaxListeners } from 'node:events'
import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import type { Access } from './access.ts'
import { combined } from './combined.ts'
import { ApiFault, faultOf } from './fault.ts'
import { withRetries } from './retry.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly signal?: AbortSignal
  readonly withinMs?: number
  /** After no answer, a call is repeated: creating an object twice must be recognizable by its name. */
  readonly attempts?: number
}

export type Transport = {
  json<T>(call: Call): Promise<T>
  text(call: Call, limit: number): Promise<string>
  /** Until the other side ends; throws after `idleMs` without data. */
  lines(call: Call, idleMs: number, onLine: (line: string) => void): Promise<void>
  close(): void
}

const soon = 15_000
const connections = { keepAlive: true, keepAliveMsecs: 30_000, maxSockets: 64 }

export function createTransport(openAccess: () => Promise<Access>, pauseMs: number): Transport {
  const agents = {
    'https:': new Agent(connections),
    'http:': new PlainAgent(connections),
  }
  const closing = new AbortController()
  // Every call under way listens to it.
  setMaxListeners(0, closing.signal)
  let opening: Promise<Access> | null = null

  const opened = (): Promise<Access> => {
    opening ??= openAccess().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  const ask = async (call: Call, signal: AbortSignal, isAgain = false): Promise<IncomingMessage> => {
    const { server, credentials } = await opened()
    const url = new URL(server)
    url.pathname = url.pathname.replace(/\/$/, '') + call.path
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    const own = await credentials()
    signal.throwIfAborted()
    const protocol = url.protocol === 'http:' ? 'http:' : 'https:'
    const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body))
    const options: RequestOptions = {
      agent: agents[protocol],
      ...own,
      method: call.method,
      signal,
      headers: {
        ...own.headers,
        accept: 'application/json, */*',
        'user-agent': 'pennant',
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      },
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (protocol === 'http:' ? plainRequest : request)(url, options, resolve)
      sent.on('error', (error: Error & { code?: string }) =>
        reject(
          new ApiFault(
            `The Kubernetes API at ${url.origin} can't be reached: ${error.code ?? error.message}`,
          ),
        ),
      )
      sent.end(body)
    })
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    const fault = faultOf(status, await read(answer, 65_536), answer.headers['retry-after'])
    if (status !== 401) throw fault
    // The file or the account may have a new token.
    opening = null
    if (isAgain) throw fault
    return ask(call, signal, true)
  }

  const whole = (call: Call, mostLetters: number): Promise<string> =>
    withRetries(call.attempts ?? 4, pauseMs, call.signal, async () => {
      const limit = combined([call.signal, closing.signal], call.withinMs ?? soon)
      try {
        return await read(await ask(call, limit.signal), mostLetters)
      } catch (error) {
        call.signal?.throwIfAborted()
        closing.signal.throwIfAborted()
        if (error instanceof ApiFault && error.status !== 0) throw error
        if (limit.isLate()) throw new ApiFault("The Kubernetes API didn't respond in time.")
        throw broken(error)
      } finally {
        limit.end()
      }
    })

  return {
    async json<T>(call: Call) {
      const text = await whole(call, Number.POSITIVE_INFINITY)
      try {
        return JSON.parse(text) as T
      } catch {
        throw new ApiFault("The service at the address of the Kubernetes API doesn't answer in JSON.")
      }
    },
    text: whole,
    async lines(call, idleMs, onLine) {
      const idle = new AbortController()
      const timer = setTimeout(() => idle.abort(), idleMs)
      const either = combined([idle.signal, closing.signal, call.signal])
      try {
        let rest = ''
        for await (const piece of (await ask(call, either.signal)).setEncoding('utf8')) {
          timer.refresh()
          const lines = (rest + String(piece)).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) onLine(line)
        }
      } catch (error) {
        if (idle.signal.aborted) throw new ApiFault('The Kubernetes API stopped responding.')
        throw broken(error)
      } finally {
        clearTimeout(timer)
        either.end()
      }
    },
    close() {
      closing.abort(new Error('the server stops'))
      agents['https:'].destroy()
      agents['http:'].destroy()
    },
  }
}

async function read(answer: IncomingMessage, limit: number): Promise<string> {
  answer.setEncoding('utf8')
  let text = ''
  for await (const piece of answer) {
    text += String(piece)
    if (text.length > limit * 2) text = text.slice(-limit)
  }
  return text.length > limit ? text.slice(-limit) : text
}

const broken = (error: unknown): ApiFault =>
  error instanceof ApiFault ? error : new ApiFault(`An answer was cut off: ${String(error)}`)
