import * as wire from '@pennant/contract/participation'
import { bind, type Bound } from '../../http/bind.ts'
import type { Joining } from './join.ts'
import type { createParticipationList } from './list.ts'
import type { Participations } from './service.ts'

type Needs = {
  participations: Participations
  joining: Joining
  list: ReturnType<typeof createParticipationList>
}

export const participationRoutes = ({ participations, joining, list }: Needs): Bound[] => [
  bind(wire.checkJoin, (call) => joining.check(call.params.id, call)),
  bind(wire.joinGame, async (call) => {
    await joining.join(call.params.id, call.body, call)
    return undefined
  }),
  bind(wire.leaveGame, async (call) => {
    await joining.leave(call.params.id, call)
    return undefined
  }),
  bind(wire.listParticipations, ({ params, principal }) => list(params.id, principal)),
  bind(wire.editParticipation, async (call) => {
    await participations.decide(call.params.id, call.body, call)
    return undefined
  }),
]
