import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { scoreboardRoutes } from './routes.ts'
import { createScoreboards, createVersionPublisher } from './service.ts'
import { createScoreboardSheet } from './sheet.ts'
import { createSnapshots } from './snapshots.ts'
import { createScoreboardSheetStore } from './store-sheet.ts'

type Parts =
  | 'access'
  | 'clock'
  | 'db'
  | 'games'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'sheets'
  | 'signals'
  | 'translator'

export const scoreboardModule = (core: Pick<Core, Parts>): Module => {
  const versions = createVersionPublisher(core)
  const snapshots = createSnapshots(core, versions.changed)
  const stop = core.signals.on('board.changed', snapshots.changed)
  const sheet = createScoreboardSheet(core, createScoreboardSheetStore(core.db))
  return {
    routes: scoreboardRoutes(createScoreboards(core, snapshots), sheet),
    close() {
      stop()
      snapshots.close()
      versions.close()
    },
  }
}
