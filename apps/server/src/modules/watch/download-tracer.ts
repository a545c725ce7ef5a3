import { createExpiringCache } from '../../kit/expiring-cache.ts'
import { hasStarted, isOver } from '@pennant/rules/game/phase'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import type { Reader, TraceWriter } from './trace-writer.ts'
import { createAttachmentStore, type HandedOut } from './store-attachment.ts'

type Download = Reader & { hash: string; at: number }

const lookAfterMs = 500
const retryMs = 3_000
// A message about a change makes a process forget; this limits what a lost one can cost.
const trustMs = 60_000
const mostKnown = 20_000
const mostWaiting = 10_000

/** Looked up a moment later for all downloads since: most files belong to no challenge. */
export const createDownloadTracer = (
  { games, ledger, clock, db }: Pick<Core, 'clock' | 'db' | 'games' | 'ledger'>,
  traceWriter: Pick<TraceWriter, 'note'>,
  onError: (error: unknown) => void,
) => {
  const store = createAttachmentStore(db)

  const known = createExpiringCache<string, readonly HandedOut[]>({ clock, keepMs: trustMs, most: mostKnown })
  let waiting = new Map<string, Download>()
  let changes = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let failing = false

  const stopListening = ledger.listen(({ parts, revision }) => {
    if (revision !== null && !parts.includes('setup')) return
    changes++
    known.clear()
  })

  const lookUp = async (downloads: readonly Download[]): Promise<Map<string, readonly HandedOut[]>> => {
    const start = clock.now()
    const hashes = [...new Set(downloads.map(({ hash }) => hash))]
    const believed = new Map(hashes.map((hash) => [hash, known.get(hash)]))
    const unknown = hashes.filter((hash) => believed.get(hash) === undefined)
    const before = changes
    const rows = unknown.length === 0 ? [] : await store.handedOut(unknown)
    const found = new Map<string, HandedOut[]>()
    for (const row of rows) found.set(row.hash, [...(found.get(row.hash) ?? []), row])
    if (changes === before) for (const hash of unknown) known.set(hash, found.get(hash) ?? [], { start })
    return new Map(hashes.map((hash) => [hash, believed.get(hash) ?? found.get(hash) ?? []]))
  }

  const trace = async ({ userId, address, hash, at }: Download, by: readonly HandedOut[]): Promise<void> => {
    for (const { game_id, challenge_id, name } of by) {
      const game = await games.read(game_id)
      const participation = game === null ? null : playing(game, challenge_id, userId, at)
      if (participation !== null)
        traceWriter.note({
          game_id,
          participation_id: participation,
          challenge_id,
          user_id: userId,
          kind: 'Downloaded',
          file_hash: hash,
          file_name: name,
          address,
          time: new Date(at),
        })
    }
  }

  const look = async (): Promise<void> => {
    const downloads = waiting
    waiting = new Map()
    try {
      const files = await lookUp([...downloads.values()])
      for (const [key, download] of downloads) {
        await trace(download, files.get(download.hash) ?? [])
        downloads.delete(key)
      }
      failing = false
    } catch (error) {
      if (!failing) onError(error)
      failing = true
      waiting = new Map([...downloads, ...waiting].slice(0, mostWaiting))
      schedule(retryMs)
    } finally {
      looking = undefined
    }
    if (waiting.size > 0) schedule(lookAfterMs)
  }

  const begin = (): Promise<void> => {
    if (looking === undefined && waiting.size > 0) looking = look()
    return looking ?? Promise.resolve()
  }
  const flush = async (): Promise<void> => {
    await looking
    await begin()
  }

  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void begin()
    }, ms).unref()
  }

  return {
    /** `by` is null without a session. */
    begun(hash: string, by: Reader | null): void {
      if (by === null) return
      const now = clock.now()
      if (known.get(hash)?.length === 0) return
      const key = `${by.userId} ${hash}`
      if (waiting.has(key) || waiting.size >= mostWaiting) return
      waiting.set(key, { userId: by.userId, address: by.address, hash, at: now })
      schedule(lookAfterMs)
    },

    flush,

    async close(): Promise<void> {
      stopListening()
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}

export type DownloadTracer = ReturnType<typeof createDownloadTracer>

// Null for users who don't play it.
const playing = (
  { settings, challenges, registrations, participations }: Game,
  challengeId: number,
  userId: string,
  now: number,
): number | null => {
  const participation = participations.get(registrations.get(userId) ?? Number.NaN)
  if (participation?.status !== 'Accepted' || challenges.get(challengeId)?.isEnabled !== true) return null
  return hasStarted(settings, now) && !isOver(settings, now) ? participation.id : null
}
