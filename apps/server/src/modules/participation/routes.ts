import * as wire from '@pennant/contract/participation'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Decide } from './decide.ts'
import type { ManyDecisions } from './decide-many.ts'
import type { Joining } from './join.ts'
import type { createParticipationList } from './list.ts'

export const participationRoutes = (
  decide: Decide,
  decideMany: ManyDecisions,
  joining: Joining,
  list: ReturnType<typeof createParticipationList>,
): BoundRoute[] => [
  bind(wire.checkJoin, (call) => joining.check(call.params.id, call)),
  bind(wire.joinGame, (call) => joining.join(call.params.id, call.body, call)),
  bind(wire.leaveGame, (call) => joining.leave(call.params.id, call)),
  bind(wire.listParticipations, ({ params, principal }) => list(params.id, principal)),
  bind(wire.decideMany, (call) => decideMany(call.params.id, call.body, call)),
  bind(wire.editParticipation, (call) => decide(call.params.id, call.body, call)),
]
