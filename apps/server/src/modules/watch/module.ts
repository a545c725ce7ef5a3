import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createTraceBook, type TraceBook } from './book.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { watchRoutes } from './routes.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createOverviewStore } from './store-overview.ts'
import { createTraceStore } from './store-trace.ts'

type Needs = Pick<Core, 'clock' | 'db' | 'games' | 'gate' | 'journal' | 'ledger' | 'signals'>

/** What players do, gathered for those who watch. */
export const watchModule = (core: Needs): Module & { book: TraceBook; downloads: Downloads } => {
  const { db, gate, clock, journal, signals } = core
  const onError = (error: unknown): void =>
    journal.write({
      level: 'Error',
      message: 'Traces of players could not be written',
      name: 'System',
      error,
    })
  const store = createTraceStore(db)
  const book = createTraceBook({ store, clock, onError })
  const downloads = createDownloads({ ...core, store: createAttachmentStore(db), book, onError })
  const stops = [signals.on('challenge.opened', book.opened), signals.on('file.downloaded', downloads.begun)]
  return {
    book,
    downloads,
    routes: watchRoutes({
      overview: { store: createOverviewStore(db), gate, clock },
      traces: { store, gate, downloads, book },
    }),
    async close() {
      for (const stop of stops) stop()
      await downloads.close()
      await book.close()
    },
  }
}
