import * as wire from '@pennant/contract/capture'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Captures } from './service.ts'

export const captureRoutes = (captures: Captures): BoundRoute[] => [
  bind(wire.listCapturedChallenges, ({ params }) => captures.challenges(params.id)),
  bind(wire.listCapturedTeams, ({ params }) => captures.teams(params.cid)),
  bind(wire.listCaptures, ({ params }) => captures.list(params.cid, params.pid)),
  bind(wire.downloadCaptures, ({ params }) => captures.archive(params.cid, params.pid)),
  bind(wire.downloadCapture, ({ params }) => captures.download(params.cid, params.pid, params.filename)),
  bind(wire.deleteCaptures, (call) => captures.deleteAll(call.params.cid, call.params.pid, call)),
  bind(wire.deleteCapture, (call) =>
    captures.delete(call.params.cid, call.params.pid, call.params.filename, call),
  ),
]
