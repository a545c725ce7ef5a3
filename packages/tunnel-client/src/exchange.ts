import { type After, pause } from './timer.ts'

export type Reply = { status: number; text: string }

export type Exchange = (method: string, path: string, how?: How) => Promise<Reply>

type How = {
  /** Sent as JSON. */
  body?: object
  /** Whether it is tried again after what may pass. */
  insists?: boolean
}

type Needs = {
  api: string
  fetch: typeof globalThis.fetch
  after: After
  signal: AbortSignal
}

const timeoutMs = 10_000
const mostRetries = 2
const firstPauseMs = 300
const passing = new Set([408, 413, 429, 500, 502, 503, 504])

/** One question and its answer, whatever its status; all tries together within ten seconds. */
export const createExchange =
  ({ api, fetch, after, signal }: Needs): Exchange =>
  async (method, path, { body, insists = false } = {}) => {
    const late = new AbortController()
    const callOff = after(timeoutMs, () => late.abort(new DOMException('no answer in time', 'TimeoutError')))
    const given = AbortSignal.any([signal, late.signal])
    const once = async (): Promise<Reply> => {
      const response = await fetch(api + path, {
        method,
        signal: given,
        credentials: 'omit',
        cache: 'no-store',
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return { status: response.status, text: await response.text() }
    }
    try {
      for (let tried = 0; ; tried++) {
        const last = !insists || tried === mostRetries
        const reply = await once().catch((error: unknown) => {
          if (last || given.aborted) throw error
          return null
        })
        if (reply !== null && (last || !passing.has(reply.status))) return reply
        await pause(firstPauseMs * 2 ** tried, after, given)
      }
    } finally {
      callOff()
    }
  }
