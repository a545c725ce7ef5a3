import * as wire from '@pennant/contract/division'
import { bind, type Bound } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import type { HeldDivision } from '../../core/game/game.ts'
import { basisOf, presentDivision } from './present.ts'
import type { Divisions } from './service.ts'

export const divisionRoutes = (divisions: Divisions): Bound[] => [
  bind(wire.listDivisions, async ({ params }) => (await divisions.list(params.id)).map(presentDivision)),
  bind(wire.createDivision, async (call) => withTag(await divisions.create(call.params.id, call.body, call))),
  bind(wire.updateDivision, async (call) =>
    withTag(await divisions.update(call.params.id, call.params.did, call.body, call)),
  ),
  bind(wire.deleteDivision, (call) => divisions.remove(call.params.id, call.params.did, call)),
]

const withTag = (division: HeldDivision) => edited(presentDivision(division), basisOf(division))
