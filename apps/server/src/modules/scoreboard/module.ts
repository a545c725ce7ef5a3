import { hubEvents } from '@pennant/contract/hub'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { scoreboardRoutes } from './routes.ts'
import { createScoreboards, createVersionPublisher } from './service.ts'
import { createScoreboardSheet } from './sheet.ts'
import { createSnapshots } from './snapshots.ts'
import { createScoreboardSheetStore } from './store-sheet.ts'

type Parts =
  | 'access'
  | 'audit'
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
  const { live, signals } = core
  const shown = createVersionPublisher((gameId, version) =>
    live.toPlayersHere(gameId, hubEvents.ReceivedScoreboardVersion, version),
  )
  const watched = createVersionPublisher((gameId, version) =>
    live.toMonitorsHere(gameId, hubEvents.ReceivedLiveVersion, version),
  )
  const snapshots = createSnapshots(core, { everyone: shown.changed, staff: watched.changed })
  const stops = [
    signals.on('board.changed', (gameId, version) => snapshots.changed('everyone', gameId, version)),
    signals.on('board.liveChanged', (gameId, version) => snapshots.changed('staff', gameId, version)),
  ]
  const sheet = createScoreboardSheet(core, createScoreboardSheetStore(core.db))
  return {
    routes: scoreboardRoutes(createScoreboards(core, snapshots), sheet),
    close() {
      for (const stop of stops) stop()
      snapshots.close()
      shown.close()
      watched.close()
    },
  }
}
