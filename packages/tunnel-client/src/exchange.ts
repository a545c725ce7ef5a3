import { askWithRetries } from '@pennant/contract/retry'
import { type After, pause } from './timer.ts'

export type Reply = { status: number; text: string }

export type Exchange = (method: string, path: string, how?: How) => Promise<Reply>

type Answer = Reply & { headers: Headers }

type How = {
  body?: object
  /** Whether temporary failures are retried. */
  insists?: boolean
}

type Needs = {
  api: string
  fetch: typeof globalThis.fetch
  after: After
  signal: AbortSignal
}

const timeoutMs = 10_000

/** All tries together take at most ten seconds. */
export const createExchange =
  ({ api, fetch, after, signal }: Needs): Exchange =>
  async (method, path, { body, insists = false } = {}) => {
    const late = new AbortController()
    const callOff = after(timeoutMs, () => late.abort(new DOMException('no answer in time', 'TimeoutError')))
    const given = AbortSignal.any([signal, late.signal])
    const once = async (): Promise<Answer> => {
      const response = await fetch(api + path, {
        method,
        signal: given,
        credentials: 'omit',
        cache: 'no-store',
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return { status: response.status, text: await response.text(), headers: response.headers }
    }
    try {
      if (!insists) return await once()
      return await askWithRetries({
        method,
        once,
        statusOf: ({ status }) => status,
        headerOf: ({ headers }, name) => headers.get(name),
        isBroken: () => !given.aborted,
        now: Date.now,
        deadline: Date.now() + timeoutMs,
        sleep: (ms) => pause(ms, after, given),
      })
    } finally {
      callOff()
    }
  }
