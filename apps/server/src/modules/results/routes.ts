import * as wire from '@pennant/contract/results'
import type { Core } from '../../core/core.ts'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { createPublishedResults } from './published.ts'
import { createPublishing, type JudgedWithin, type PublishingParts } from './service.ts'

export const resultsRoutes = (
  core: Pick<Core, PublishingParts | 'access'>,
  settled: JudgedWithin,
): BoundRoute[] => {
  const published = createPublishedResults(core)
  const { read, publish, withdraw } = createPublishing(core, settled)
  return [
    bind(wire.readResults, ({ params, query, principal }) => published(params.id, query.revision, principal)),
    bind(wire.readResultsToEdit, ({ params }) => read(params.id)),
    bind(wire.publishResults, (call) => publish(call.params.id, call.body, call)),
    bind(wire.withdrawResults, (call) => withdraw(call.params.id, call.body, call)),
  ]
}
