import { ApiProblem } from './problem.ts'

type Request = {
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  signal: AbortSignal | undefined
  /** Null for as long as it takes. Throws a RangeError if it is more than a timer can count. */
  timeoutMs: number | null
}

type Needs = {
  fetch: typeof globalThis.fetch
  /** Told of every answer, with when it was asked for and when it came. */
  observe: (response: Response, sentAt: number, receivedAt: number) => void
  localNow: () => number
}

/** What only reads, or does the same however often it is done. */
const repeatable = new Set(['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])
const passing = new Set([408, 413, 429, 500, 502, 503, 504])
/** These may say when to come back. */
const saysWhen = new Set([413, 429, 503])
const mostRetries = 2
const firstPauseMs = 300
/** Whoever is asked to come back later than this is told so instead of being kept waiting. */
const longestPatienceMs = 5_000
/** A timer of a browser that is set to more goes off right away. */
const longestTimeoutMs = 2_147_483_647

/** Asks, with a limit of time and, where that is safe, two more tries. Whatever status it has is an answer. */
export const createHttp = ({ fetch, observe, localNow }: Needs) => {
  const once = async (url: string, { timeoutMs, signal, body, ...request }: Request): Promise<Response> => {
    const late = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)
    const signals = [signal, late].filter((one) => one !== undefined)
    const sentAt = localNow()
    try {
      const response = await fetch(url, {
        ...request,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any(signals),
      })
      observe(response, sentAt, localNow())
      return response
    } catch (cause) {
      if (signal?.aborted === true) throw cause
      throw new ApiProblem(late?.aborted === true ? 'late' : 'unreachable', { cause })
    }
  }

  return async (url: string, request: Request): Promise<Response> => {
    if (request.timeoutMs !== null && request.timeoutMs > longestTimeoutMs)
      throw new RangeError(`The time-out of a request must be at most ${longestTimeoutMs} ms`)
    const retries = repeatable.has(request.method) ? mostRetries : 0
    for (let tried = 0; ; tried++) {
      const outcome = await once(url, request).catch((error: unknown) => error)
      const pause = firstPauseMs * 2 ** tried
      if (outcome instanceof Response) {
        if (tried >= retries || !passing.has(outcome.status)) return outcome
        const asked = saysWhen.has(outcome.status) ? pauseIn(outcome.headers, localNow()) : null
        if (asked !== null && asked > longestPatienceMs) return outcome
        await outcome.body?.cancel()
        await sleep(asked ?? pause, request.signal)
      } else if (tried < retries && outcome instanceof ApiProblem && outcome.kind === 'unreachable')
        await sleep(pause, request.signal)
      else throw outcome
    }
  }
}

/** How many milliseconds to wait: by a number of seconds, or by a date; null for neither. */
const pauseIn = (headers: Headers, now: number): number | null => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  // By the clock of who has written it, where it tells the time.
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? now : sent))
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer)
      reject(new DOMException('given up', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give)
      resolve()
    }, ms)
    if (signal?.aborted === true) give()
    else signal?.addEventListener('abort', give, { once: true })
  })
