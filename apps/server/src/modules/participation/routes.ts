import * as wire from '@pennant/contract/participation'
import { bind, type Bound } from '../../http/bind.ts'
import type { ManyDecisions } from './decide-many.ts'
import type { Joining } from './join.ts'
import type { createParticipationList } from './list.ts'
import type { Participations } from './service.ts'

type Needs = {
  participations: Participations
  decideMany: ManyDecisions
  joining: Joining
  list: ReturnType<typeof createParticipationList>
}

export const participationRoutes = ({ participations, decideMany, joining, list }: Needs): Bound[] => [
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
  bind(wire.decideMany, (call) => decideMany(call.params.id, call.body, call)),
  bind(wire.editParticipation, async (call) => {
    await participations.decide(call.params.id, call.body, call)
    return undefined
  }),
]
