import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SessionStore, Visit } from './store.ts'

type Needs = { store: Pick<SessionStore, 'recordVisits'>; clock: Clock; onError: (error: unknown) => void }

const atMostEveryMs = 5_000
const writeAfterMs = 500

/** Remembers when and from where users were last here, at most once per five seconds each. */
export const createVisits = ({ store, clock, onError }: Needs) => {
  const lastNoted = new Map<string, number>()
  const pending = new Map<string, Visit>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    timer = undefined
    const visits = [...pending.values()]
    pending.clear()
    if (visits.length > 0) writing = writing.then(() => store.recordVisits(visits)).catch(onError)
    return writing
  }

  const forgetOld = (now: number): void => {
    if (lastNoted.size < 10_000) return
    for (const [userId, at] of lastNoted) if (now - at >= atMostEveryMs) lastNoted.delete(userId)
  }

  return {
    note({ userId }: Principal, address: string | null): void {
      const now = clock.now()
      if (now - (lastNoted.get(userId) ?? Number.NEGATIVE_INFINITY) < atMostEveryMs) return
      forgetOld(now)
      lastNoted.set(userId, now)
      pending.set(userId, { userId, at: new Date(now), ip: address ?? '0.0.0.0' })
      timer ??= setTimeout(() => void flush(), writeAfterMs).unref()
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await flush()
    },
  }
}
