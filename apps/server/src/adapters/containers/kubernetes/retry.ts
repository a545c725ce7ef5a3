import { setTimeout as wait } from 'node:timers/promises'
import { ApiFault, noAccess } from './fault.ts'

export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiFault) || error.reason === noAccess) return false
  // A new namespace briefly lacks the account for its pods.
  if (error.status === 403) return error.message.includes('error looking up service account')
  // A lack of free ports comes as 500 and lasts.
  return [0, 429, 500, 502, 503, 504].includes(error.status) && !error.message.includes('failed to allocate')
}

const longest = 10_000

export function pauseOf(error: unknown, failures: number, pauseMs: number, most = longest): number {
  if (error instanceof ApiFault && error.retryAfterMs !== null) return Math.min(error.retryAfterMs, most)
  // Processes that lost the same API server must not return in step.
  return Math.min(pauseMs * 3 ** (failures - 1), most) * (0.5 + Math.random() / 2)
}

/** Only for calls that are safe to repeat. */
export async function withRetries<T>(
  attempts: number,
  pauseMs: number,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (failures >= attempts || !isTransient(error) || signal?.aborted) throw error
      await wait(pauseOf(error, failures, pauseMs), undefined, { signal })
    }
  }
}
