import * as wire from '@pennant/contract/instance'
import { bind, type Bound } from '../../http/bind.ts'
import type { OwnInstances } from './own.ts'
import type { Instances } from './service.ts'
import type { Trials } from './trial.ts'

type Needs = { instances: Instances; own: OwnInstances; trials: Trials }

export const instanceRoutes = ({ instances, own, trials }: Needs): Bound[] => [
  bind(wire.startInstance, (call) => own.start(call.params, call)),
  bind(wire.extendInstance, (call) => own.extend(call.params, call)),
  bind(wire.stopInstance, async (call) => {
    await own.stop(call.params, call)
    return undefined
  }),

  bind(wire.startTest, (call) => trials.start(call.params, call)),
  bind(wire.stopTest, async (call) => {
    await trials.stop(call.params, call)
    return undefined
  }),
  bind(wire.readTestLog, (call) => trials.log(call.params)),

  bind(wire.listInstances, () => instances.list()),
  bind(wire.readProvider, () => instances.provider()),
  bind(wire.destroyInstance, async (call) => {
    await instances.destroy(call.params.id, call)
    return undefined
  }),
  bind(wire.adminExtendInstance, (call) => instances.extend(call.params.id, call)),
  bind(wire.readInstanceLog, (call) => instances.log(call.params.id)),
]
