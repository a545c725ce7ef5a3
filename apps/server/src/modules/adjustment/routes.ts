import * as wire from '@pennant/contract/adjustment'
import type { Core } from '../../core/core.ts'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { createAdjustments } from './service.ts'
import { createAdjustmentStore } from './store.ts'

type Parts = 'audit' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'live'

export const adjustmentRoutes = (core: Pick<Core, Parts>): BoundRoute[] => {
  const { list, create, revoke } = createAdjustments(core, createAdjustmentStore(core.db))
  return [
    bind(wire.listAdjustments, ({ params }) => list(params.id)),
    bind(wire.createAdjustments, (call) => create(call.params.id, call.body, call)),
    bind(wire.revokeAdjustment, (call) => revoke(call.params.id, call.params.aid, call.body.reason, call)),
  ]
}
