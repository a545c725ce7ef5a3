import type { Clock } from '../../ports/clock.ts'
import { createLately } from './lately.ts'
import type { NewTrace, TraceStore } from './store-trace.ts'

type Needs = { store: Pick<TraceStore, 'write'>; clock: Clock; onError: (error: unknown) => void }

/** Of a kind, per user and challenge. */
const apartMs = 600_000
const writeAfterMs = 1_000
const retryMs = 3_000
const batch = 1_000
/** What waits while the database is away; beyond it traces are lost. */
const mostWaiting = 20_000
const mostRemembered = 50_000

/**
 * What players look at and take, written a moment later and many at a time: nobody waits for it. What has been
 * noted lately never reaches the database, which decides where several processes have noted the same.
 */
export const createTraceBook = ({ store, clock, onError }: Needs) => {
  const lately = createLately({ forMs: apartMs, most: mostRemembered })
  let waiting: NewTrace[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let failing = false

  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void begin()
    }, ms).unref()
  }

  const writeBatch = async (traces: readonly NewTrace[]): Promise<void> => {
    const outcomes = await store.write(traces, apartMs)
    const busy: NewTrace[] = []
    for (const [place, trace] of traces.entries()) {
      const outcome = outcomes[place]
      if (outcome === 'busy') busy.push(trace)
      // Another process has noted it, nobody knows when: the database is to say when that is over.
      else if (outcome !== 'written') lately.forget(keyOf(trace))
    }
    waiting = [...waiting.slice(traces.length), ...busy]
    if (busy.length > 0) schedule(writeAfterMs)
  }

  const writeAll = async (): Promise<void> => {
    // What comes while this is written, or has to be tried again, is for the next time.
    const rounds = Math.ceil(waiting.length / batch)
    try {
      for (let round = 0; round < rounds; round++) await writeBatch(waiting.slice(0, batch))
      failing = false
      if (waiting.length > 0) schedule(writeAfterMs)
    } catch (error) {
      // Said once, however often it is tried.
      if (!failing) onError(error)
      failing = true
      schedule(retryMs)
    } finally {
      writing = undefined
    }
  }

  const begin = (): Promise<void> => {
    if (writing === undefined && waiting.length > 0) writing = writeAll()
    return writing ?? Promise.resolve()
  }
  /** All that has come until now has been tried when it resolves. */
  const flush = async (): Promise<void> => {
    await writing
    await begin()
  }

  const note = (trace: NewTrace): void => {
    const key = keyOf(trace)
    const at = trace.time.getTime()
    if (lately.has(key, at) || waiting.length >= mostWaiting) return
    lately.note(key, at)
    waiting.push(trace)
    schedule(writeAfterMs)
  }

  return {
    note,

    /** A player has opened a challenge. */
    opened(place: { gameId: number; participationId: number; challengeId: number }, by: Reader): void {
      note({
        game_id: place.gameId,
        participation_id: place.participationId,
        challenge_id: place.challengeId,
        user_id: by.userId,
        kind: 'Opened',
        file_hash: null,
        file_name: null,
        address: by.address,
        time: new Date(clock.now()),
      })
    },

    flush,

    async close(): Promise<void> {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}

export type Reader = { userId: string; address: string | null }
export type TraceBook = ReturnType<typeof createTraceBook>

const keyOf = ({ kind, user_id, challenge_id, file_hash }: NewTrace): string =>
  `${kind} ${user_id} ${challenge_id} ${file_hash ?? ''}`
