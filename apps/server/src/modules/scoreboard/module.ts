import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { scoreboardSheetRoutes } from './routes-sheet.ts'
import { scoreboardRoutes } from './routes.ts'
import { createScoreboards, createVersionTeller } from './service.ts'
import { createScoreboardSheet } from './sheet.ts'
import { createSnapshots } from './snapshots.ts'
import { createScoreboardSheetStore } from './store-sheet.ts'

type Needs = Pick<
  Core,
  'clock' | 'db' | 'games' | 'gate' | 'journal' | 'ledger' | 'live' | 'sheets' | 'signals' | 'translator'
>

export const scoreboardModule = (core: Needs): Module => {
  const snapshots = createSnapshots({ ...core, elapsed: () => performance.now() })
  const versions = createVersionTeller(core)
  const stop = core.signals.on('board.changed', versions.changed)
  const sheet = createScoreboardSheet({ ...core, store: createScoreboardSheetStore(core.db) })
  return {
    routes: [...scoreboardRoutes(createScoreboards({ ...core, snapshots })), ...scoreboardSheetRoutes(sheet)],
    close() {
      stop()
      versions.close()
    },
  }
}
