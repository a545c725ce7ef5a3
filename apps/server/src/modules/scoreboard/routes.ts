import * as wire from '@pennant/contract/scoreboard'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import type { Scoreboards } from './service.ts'
import type { ScoreboardSheet } from './sheet.ts'

export const scoreboardRoutes = (scoreboards: Scoreboards, sheet: ScoreboardSheet): BoundRoute[] => [
  bindFast(
    wire.readScoreboard,
    ({ params, principal }) => scoreboards.ready(params.id) ?? scoreboards.read(params.id, principal),
  ),
  bind(wire.readLiveScoreboard, ({ params, principal }) => scoreboards.live(params.id, principal)),
  bindFast(wire.readDetails, ({ params, principal }) => scoreboards.details(params.id, principal)),
  bind(wire.flushScoreboard, (call) => scoreboards.flush(call.params.id, 'scoreboard.flush', call)),
  bind(wire.updateAccepted, (call) => scoreboards.flush(call.params.id, 'scoreboard.updateAccepted', call)),
  bind(wire.scoreboardSheet, (call) => sheet.make(call.params.id, call, call.language)),
]
