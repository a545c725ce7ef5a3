import { createBufferedWriter } from '../../kit/buffered-writer.ts'
import { createExpiringCache } from '../../kit/expiring-cache.ts'
import type { Principal } from './caller.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SessionStore, Visit } from './session-store.ts'

const atMostEveryMs = 5_000
const writeAfterMs = 500
const mostRemembered = 20_000
const mostWaiting = 20_000

export const createVisits = (
  store: Pick<SessionStore, 'recordVisits'>,
  clock: Clock,
  onError: (error: unknown) => void,
) => {
  const recent = createExpiringCache<string, true>({ clock, keepMs: atMostEveryMs, most: mostRemembered })
  const writer = createBufferedWriter<Visit>({
    async write(visits) {
      // After a delay a user may be in the batch twice, and the statement takes only one row of each.
      await store.recordVisits([...new Map(visits.map((visit) => [visit.userId, visit])).values()])
      return []
    },
    afterMs: writeAfterMs,
    // The next visit supersedes it.
    retryMs: null,
    batch: mostWaiting,
    most: mostWaiting,
    onError,
  })

  return {
    note({ userId }: Principal, address: string | null): void {
      if (recent.has(userId)) return
      recent.set(userId, true)
      writer.add({ userId, at: new Date(clock.now()), ip: address ?? '0.0.0.0' })
    },
    close: writer.close,
  }
}
