/** What only reads, or does the same however often it is done. */
const repeatable = new Set(['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])
const passing = new Set([408, 413, 429, 500, 502, 503, 504])
/** These can say when to come back. */
const saysWhen = new Set([413, 429, 503])
const mostRetries = 2
const firstPauseMs = 300
/** A timer that is set to more goes off right away. */
export const longestTimerMs = 2_147_483_647

/** In this order; the first one that is there counts. */
const waitHeaders = [
  'retry-after',
  'ratelimit-reset',
  'x-ratelimit-retry-after',
  'x-ratelimit-reset',
  'x-rate-limit-reset',
]
/** A number of seconds beyond this is a moment, not a span. */
const firstMomentMs = Date.UTC(2024, 0)

export type HeaderOf = (name: string) => string | null

/** How many milliseconds to wait: by seconds, by a moment in seconds, or by a date; null if nothing says so. */
export const waitIn = (headerOf: HeaderOf, now: number): number | null => {
  const text = waitHeaders.map((name) => headerOf(name)?.trim()).find(Boolean) ?? ''
  const seconds = /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : null
  if (seconds !== null && seconds < firstMomentMs) return seconds
  // Other texts could be taken for years.
  const at = seconds ?? (/[a-z]/i.test(text) ? Date.parse(text) : Number.NaN)
  if (Number.isNaN(at)) return null
  // By the clock of who has written it, where it tells the time.
  const sent = Date.parse(headerOf('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? now : sent))
}

type Call<Answer> = {
  method: string
  /** Asks once. */
  once: () => Promise<Answer>
  statusOf: (answer: Answer) => number
  headerOf: (answer: Answer, name: string) => string | null
  /** Whether that is a connection that broke, and not one that was given up. */
  isBroken: (error: unknown) => boolean
  now: () => number
  /** When the call has to be over, by the same clock. */
  deadline: number
  sleep: (ms: number) => Promise<void>
  /** Called with each answer that is not used. */
  discard?: (answer: Answer) => unknown
}

/**
 * Asks up to three times if the method may be repeated and the failure may pass. Never waits beyond the deadline:
 * the last outcome is returned instead.
 */
export const askWithRetries = async <Answer>(call: Call<Answer>): Promise<Answer> => {
  const { method, once, statusOf, headerOf, isBroken, now, deadline, sleep, discard } = call
  for (let left = repeatable.has(method) ? mostRetries : 0, pause = firstPauseMs; ; left--, pause *= 2) {
    const mayWait = (ms: number): boolean => left > 0 && ms <= longestTimerMs && now() + ms < deadline
    const answer = await once().catch((error: unknown) => {
      if (!isBroken(error) || !mayWait(pause)) throw error
      return null
    })
    if (answer === null) {
      await sleep(pause)
      continue
    }
    const status = statusOf(answer)
    const asked = saysWhen.has(status) ? waitIn((name) => headerOf(answer, name), now()) : null
    if (!passing.has(status) || !mayWait(asked ?? pause)) return answer
    await discard?.(answer)
    await sleep(asked ?? pause)
  }
}
