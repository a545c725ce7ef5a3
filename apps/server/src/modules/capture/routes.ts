import * as wire from '@pennant/contract/capture'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import type { GrowingCaptures } from '../../relay/captures.ts'
import { createRepository } from './repository.ts'
import { createCaptures } from './service.ts'

type Parts = 'audit' | 'blobs' | 'clock' | 'db' | 'journal'

export const captureRoutes = (core: Pick<Core, Parts>, growing: GrowingCaptures): BoundRoute[] => {
  const captures = createCaptures(core, createRepository(core, growing))
  return [
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
}
