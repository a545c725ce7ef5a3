import * as wire from '@pennant/contract/division'
import type { Core } from '../../core/core.ts'
import type { GameDivision } from '../../core/game/game.ts'
import { bind, type Module } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import { basisOf, presentDivision } from './present.ts'
import { createDivisions } from './service.ts'

export const divisionModule = (core: Pick<Core, 'audit' | 'games' | 'journal' | 'ledger'>): Module => {
  const { list, create, update, remove } = createDivisions(core)
  return {
    routes: [
      bind(wire.listDivisions, async ({ params }) => (await list(params.id)).map(presentDivision)),
      bind(wire.createDivision, async (call) => withTag(await create(call.params.id, call.body, call))),
      bind(wire.updateDivision, async (call) =>
        withTag(await update(call.params.id, call.params.did, call.body, call)),
      ),
      bind(wire.deleteDivision, (call) => remove(call.params.id, call.params.did, call)),
    ],
  }
}

const withTag = (division: GameDivision) => edited(presentDivision(division), basisOf(division))
