import * as wire from '@pennant/contract/instance'
import { bind, type Bound } from '../../http/bind.ts'
import type { Instances } from './service.ts'

export const instanceRoutes = (instances: Instances): Bound[] => [
  bind(wire.listInstances, () => instances.list()),
  bind(wire.destroyInstance, async (call) => {
    await instances.destroy(call.params.id, call)
    return undefined
  }),
]
