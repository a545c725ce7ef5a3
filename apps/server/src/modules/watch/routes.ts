import * as wire from '@pennant/contract/watch'
import { bind, type Bound } from '../../http/bind.ts'
import { createOverviews } from './overview.ts'
import { createTraceList } from './traces.ts'

type Needs = {
  overview: Parameters<typeof createOverviews>[0]
  traces: Parameters<typeof createTraceList>[0]
}

export const watchRoutes = ({ overview, traces }: Needs): Bound[] => {
  const read = createOverviews(overview)
  const list = createTraceList(traces)
  return [
    bind(wire.readOverview, ({ params, principal }) => read(params.id, principal)),
    bind(wire.listTraces, ({ params, query, principal }) => list(params, query, principal)),
  ]
}
