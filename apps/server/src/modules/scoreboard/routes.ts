import { readRecord } from '@pennant/contract/record'
import * as wire from '@pennant/contract/scoreboard'
import { readScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { readCtftime } from '@pennant/contract/ctftime'
import { listOwnGames } from '@pennant/contract/game'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import type { CtftimeFeeds } from './ctftime.ts'
import type { Histories } from './history.ts'
import type { OwnGames } from './own-games.ts'
import type { Records } from './record.ts'
import type { Scoreboards } from './service.ts'
import type { ScoreboardSheet } from './sheet.ts'

export const scoreboardRoutes = (
  scoreboards: Scoreboards,
  feeds: CtftimeFeeds,
  histories: Histories,
  records: Records,
  ownGames: OwnGames,
  sheet: ScoreboardSheet,
): BoundRoute[] => [
  bindFast(
    wire.readScoreboard,
    ({ params, principal }) => scoreboards.ready(params.id) ?? scoreboards.read(params.id, principal),
  ),
  bindFast(
    readScoreboardChanges,
    ({ params, query, principal }) =>
      scoreboards.readyChanges(params.id, query) ?? scoreboards.changes(params.id, query, principal),
    // Begins to write a large board before the request is counted, which is all right: once for each version,
    // no matter how many ask.
    ({ id }) => scoreboards.isReady(Number(id)),
  ),
  bindFast(
    readCtftime,
    ({ params, query, principal }) =>
      feeds.ready(params.id, query) ?? feeds.read(params.id, query, principal),
  ),
  bind(wire.readLiveScoreboard, ({ params, principal }) => scoreboards.live(params.id, principal)),
  bind(wire.listSolves, ({ params, query, principal }) => scoreboards.solves(params.id, query, principal)),
  bind(listOwnGames, ({ principal }) => ownGames(principal)),
  bindFast(wire.readDetails, ({ params, principal }) => scoreboards.details(params.id, principal)),
  bind(wire.readHistory, ({ params, principal }) => histories.own(params.id, principal)),
  bind(wire.readHistoryOf, ({ params, query, principal }) =>
    histories.of(params.id, params.pid, { ...query, principal }),
  ),
  bind(wire.readHistoryOfTeam, ({ params, query, principal }) =>
    histories.ofTeam(params.id, params.tid, { ...query, principal }),
  ),
  bind(readRecord, ({ params, principal }) => records.read(params.id, principal)),
  bind(wire.flushScoreboard, (call) => scoreboards.flush(call.params.id, 'scoreboard.flush', call)),
  bind(wire.updateAccepted, (call) => scoreboards.flush(call.params.id, 'scoreboard.updateAccepted', call)),
  bind(wire.scoreboardSheet, (call) => sheet.make(call.params.id, call, call.language)),
]
