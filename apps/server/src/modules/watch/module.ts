import * as wire from '@pennant/contract/watch'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { createTraceBook, type TraceBook } from './book.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { createOverviews } from './overview.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createOverviewStore } from './store-overview.ts'
import { createTraceStore } from './store-trace.ts'
import { createTraceList } from './traces.ts'

type Parts = 'access' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'signals'
type WatchModule = Module & { book: TraceBook; downloads: Downloads }

const [hour, day] = [3_600_000, 86_400_000]
// A long lock on the table is felt by players.
const deletedAtOnce = 5_000

export const watchModule = (core: Pick<Core, Parts>, keptDays: number): WatchModule => {
  const { clock, db, journal, signals } = core
  const onError = (error: unknown): void => journal.failed('Traces of players could not be written', error)
  const store = createTraceStore(db)
  const book = createTraceBook(core, store, onError)
  const downloads = createDownloads(core, createAttachmentStore(db), book, onError)
  const read = createOverviews(core, createOverviewStore(db))
  // The downloads first: what they find goes to the book.
  const list = createTraceList(core, store, downloads, book)
  const stops = [signals.on('challenge.opened', book.opened), signals.on('file.downloaded', downloads.begun)]
  return {
    book,
    downloads,
    routes: [
      bind(wire.readOverview, ({ params, principal }) => read(params.id, principal)),
      bind(wire.listTraces, ({ params, query, principal }) => list(params, query, principal)),
    ],
    jobs: [
      {
        name: 'old traces',
        everyMs: hour,
        async run(signal) {
          const before = new Date(clock.now() - keptDays * day)
          while (!signal.aborted && (await store.deleteOld(before, deletedAtOnce)) === deletedAtOnce) continue
        },
      },
    ],
    async close() {
      for (const stop of stops) stop()
      await downloads.close()
      await book.close()
    },
  }
}
