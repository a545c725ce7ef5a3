const repeatable = new Set(['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])
const passing = new Set([408, 413, 429, 500, 502, 503, 504])
const saysWhen = new Set([413, 429, 503])
const mostRetries = 2
const firstPauseMs = 300
/** Timers set to more than this fire immediately. */
export const longestTimerMs = 2_147_483_647

/** The first header present counts. */
const waitHeaders = [
  'retry-after',
  'ratelimit-reset',
  'x-ratelimit-retry-after',
  'x-ratelimit-reset',
  'x-rate-limit-reset',
]
/** Larger numbers of seconds are a point in time, not a duration. */
const firstMomentMs = Date.UTC(2024, 0)

export type HeaderOf = (name: string) => string | null

/** In milliseconds; null if no header gives a time. */
export const waitIn = (headerOf: HeaderOf, now: number): number | null => {
  const text = waitHeaders.map((name) => headerOf(name)?.trim()).find(Boolean) ?? ''
  const seconds = /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : null
  if (seconds !== null && seconds < firstMomentMs) return seconds
  // Other texts would parse as years.
  const at = seconds ?? (/[a-z]/i.test(text) ? Date.parse(text) : Number.NaN)
  if (Number.isNaN(at)) return null
  // Relative to the sender's clock where it is given.
  const sent = Date.parse(headerOf('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? now : sent))
}

/** So that clients refused in the same moment don't come back in the same moment. `chance` from 0 to 1. */
export const spread = (ms: number, chance: number): number => ms * (0.8 + 0.4 * chance)

type Call<Answer> = {
  method: string
  once: () => Promise<Answer>
  statusOf: (answer: Answer) => number
  headerOf: (answer: Answer, name: string) => string | null
  isBroken: (error: unknown) => boolean
  now: () => number
  deadline: number
  sleep: (ms: number) => Promise<void>
  /** Spreads the waits that answers ask for; left out, they are kept to the millisecond. */
  chance?: () => number
  discard?: (answer: Answer) => unknown
}

/** Never waits beyond the deadline: the last outcome is returned instead. */
export const askWithRetries = async <Answer>(call: Call<Answer>): Promise<Answer> => {
  const {
    method,
    once,
    statusOf,
    headerOf,
    isBroken,
    now,
    deadline,
    sleep,
    chance = () => 0.5,
    discard,
  } = call
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
    const wait = asked === null ? pause : spread(asked, chance())
    if (!passing.has(status) || !mayWait(wait)) return answer
    await discard?.(answer)
    await sleep(wait)
  }
}
