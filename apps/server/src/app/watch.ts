import type { Bound } from '../http/bind.ts'
import { createTraceBook } from '../modules/watch/book.ts'
import { createDownloads } from '../modules/watch/downloads.ts'
import { watchRoutes } from '../modules/watch/routes.ts'
import { createAttachmentStore } from '../modules/watch/store-attachment.ts'
import { createOverviewStore } from '../modules/watch/store-overview.ts'
import { createTraceStore } from '../modules/watch/store-trace.ts'
import type { GameLedger } from '../ports/game-ledger.ts'
import type { GameGate, HeldGames } from '../ports/held-game.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Services } from './services.ts'

type Needs = {
  services: Pick<Services, 'db' | 'clock'>
  journal: Journal
  ledger: Pick<GameLedger, 'listen'>
  games: Pick<HeldGames, 'read'>
  gate: Pick<GameGate, 'visible'>
}

/** What players do, gathered for those who watch. */
export const wireWatch = ({ services: { db, clock }, journal, ledger, games, gate }: Needs) => {
  const onError = (error: unknown): void =>
    journal.write({
      level: 'Error',
      message: 'Traces of players could not be written',
      name: 'System',
      error,
    })
  const store = createTraceStore(db)
  const book = createTraceBook({ store, clock, onError })
  const downloads = createDownloads({ store: createAttachmentStore(db), games, ledger, book, clock, onError })
  const routes: Bound[] = watchRoutes({
    overview: { store: createOverviewStore(db), gate, clock },
    traces: { store, gate, downloads, book },
  })

  return {
    routes,
    book,
    downloads,
    async close(): Promise<void> {
      await downloads.close()
      await book.close()
    },
  }
}
