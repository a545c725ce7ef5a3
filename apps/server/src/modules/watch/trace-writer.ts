import { createBufferedWriter } from '../../kit/buffered-writer.ts'
import { createExpiringCache } from '../../kit/expiring-cache.ts'
import type { Core } from '../../core/core.ts'
import { createTraceStore, type NewTrace } from './store-trace.ts'

// Of a kind, per user and challenge.
const apartMs = 600_000
const writeAfterMs = 1_000
const retryMs = 3_000
const batch = 1_000
// Beyond this, traces are lost while the database is away.
const mostWaiting = 20_000
const mostRemembered = 50_000

// Written later and many together, so that players never wait. Several processes may note the same, so the
// database decides.
export const createTraceWriter = (
  { clock, db }: Pick<Core, 'clock' | 'db'>,
  onError: (error: unknown) => void,
) => {
  const store = createTraceStore(db)

  const recent = createExpiringCache<string, true>({ clock, keepMs: apartMs, most: mostRemembered })
  const write = async (traces: readonly NewTrace[]): Promise<NewTrace[]> => {
    const outcomes = await store.write(traces, apartMs)
    const busy: NewTrace[] = []
    for (const [index, trace] of traces.entries()) {
      const outcome = outcomes[index]
      if (outcome === 'busy') busy.push(trace)
      // Another process noted it at an unknown time, so the database decides when that is over.
      else if (outcome !== 'written') recent.delete(keyOf(trace))
    }
    return busy
  }

  const writer = createBufferedWriter<NewTrace>({
    write,
    afterMs: writeAfterMs,
    retryMs,
    batch,
    most: mostWaiting,
    onError: (error, { isFirst }) => isFirst && onError(error),
  })

  const note = (trace: NewTrace): void => {
    const key = keyOf(trace)
    if (!recent.has(key) && writer.add(trace)) recent.set(key, true, { start: trace.time.getTime() })
  }

  return {
    note,

    opened(ref: { gameId: number; participationId: number; challengeId: number }, by: Reader): void {
      note({
        game_id: ref.gameId,
        participation_id: ref.participationId,
        challenge_id: ref.challengeId,
        user_id: by.userId,
        kind: 'Opened',
        file_hash: null,
        file_name: null,
        address: by.address,
        time: new Date(clock.now()),
      })
    },

    flush: writer.flush,
    close: writer.close,
  }
}

export type Reader = { userId: string; address: string | null }
export type TraceWriter = ReturnType<typeof createTraceWriter>

const keyOf = ({ kind, user_id, challenge_id, file_hash }: NewTrace): string =>
  `${kind} ${user_id} ${challenge_id} ${file_hash ?? ''}`
