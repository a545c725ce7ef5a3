import { hubEvents } from '@pennant/contract/hub'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createBoardNews } from './board-news.ts'
import { createCtftimeFeeds } from './ctftime.ts'
import { createHistories } from './history.ts'
import { createOwnGames } from './own-games.ts'
import { createRecords } from './record.ts'
import { scoreboardRoutes } from './routes.ts'
import { createScoreboards, createVersionPublisher, type ScoreboardParts } from './service.ts'
import { createScoreboardSheet } from './sheet.ts'
import { createSnapshots } from './snapshots.ts'
import { createChangeStore } from './store-changes.ts'

type Parts = ScoreboardParts | 'db' | 'signals' | 'translator'

export const scoreboardModule = (core: Pick<Core, Parts>): Module => {
  const { journal, live, signals } = core
  const shown = createVersionPublisher((gameId, version) => {
    try {
      news.shown(gameId, version)
    } catch (error) {
      journal.failed(`Couldn't tell of the scoreboard of game ${gameId}`, error)
    }
  })
  const watched = createVersionPublisher((gameId, version) =>
    live.toMonitorsHere(gameId, hubEvents.ReceivedLiveVersion, { gameId, version }),
  )
  const snapshots = createSnapshots(core, {
    everyone: (gameId, version, isNews) => (isNews ? shown.changed : news.loaded)(gameId, version),
    staff: watched.changed,
  })
  const changes = createChangeStore(core.db)
  const news = createBoardNews(core, snapshots)
  const stops = [
    signals.on('solves.added', news.solved),
    signals.on('board.changed', (gameId, version) => {
      news.changed(gameId)
      snapshots.changed('everyone', gameId, version)
    }),
    signals.on('board.loaded', news.loaded),
    signals.on('board.liveChanged', (gameId, version) => snapshots.changed('staff', gameId, version)),
  ]
  return {
    routes: scoreboardRoutes(
      createScoreboards(core, snapshots),
      createCtftimeFeeds(core, snapshots),
      createHistories(core, changes),
      createRecords(core, snapshots, changes),
      createOwnGames(core, snapshots),
      createScoreboardSheet(core),
    ),
    close() {
      for (const stop of stops) stop()
      snapshots.close()
      shown.close()
      watched.close()
    },
  }
}
