import * as wire from '@pennant/contract/watch'
import { bind, type Bound } from '../../http/bind.ts'
import type { ReadOverview } from './overview.ts'
import type { ListTraces } from './traces.ts'

export const watchRoutes = (read: ReadOverview, list: ListTraces): Bound[] => [
  bind(wire.readOverview, ({ params, principal }) => read(params.id, principal)),
  bind(wire.listTraces, ({ params, query, principal }) => list(params, query, principal)),
]
