import * as wire from '@pennant/contract/participation'
import { bind, type Bound } from '../../http/bind.ts'
import type { Participations } from './service.ts'

export const participationRoutes = (participations: Participations): Bound[] => [
  bind(wire.editParticipation, async (call) => {
    await participations.decide(call.params.id, call.body, call)
    return undefined
  }),
]
