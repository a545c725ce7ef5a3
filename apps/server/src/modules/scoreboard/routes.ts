import * as wire from '@pennant/contract/scoreboard'
import { bind, type Bound } from '../../http/bind.ts'
import type { Scoreboards } from './service.ts'

export const scoreboardRoutes = (scoreboards: Scoreboards): Bound[] => [
  bind(
    wire.readScoreboard,
    ({ params, principal }) => scoreboards.read(params.id, principal),
    scoreboards.ready,
  ),
  bind(wire.readDetails, ({ params, principal }) => scoreboards.details(params.id, principal)),
  bind(wire.flushScoreboard, async (call) => {
    await scoreboards.flush(call.params.id, call)
    return undefined
  }),
  bind(wire.updateAccepted, async (call) => {
    await scoreboards.flush(call.params.id, call)
    return undefined
  }),
]
