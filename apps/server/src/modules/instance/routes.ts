import * as wire from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import * as proxy from '@pennant/contract/proxy'
import { bind, type BoundRoute, type Call } from '../../http/bind.ts'
import type { RelayTargets } from '../../relay/target.ts'
import type { Instances } from './admin.ts'
import type { TeamInstances } from './team.ts'
import type { TestInstances } from './test-instance.ts'

export const instanceRoutes = (
  instances: Instances,
  teams: TeamInstances,
  tests: TestInstances,
  targets: RelayTargets | null,
): BoundRoute[] => [
  bind(wire.startInstance, (call) => teams.start(call.params, call)),
  bind(wire.extendInstance, (call) => teams.extend(call.params, call)),
  bind(wire.stopInstance, (call) => teams.stop(call.params, call)),

  bind(wire.startTest, (call) => tests.start(call.params, call)),
  bind(wire.stopTest, (call) => tests.stop(call.params, call)),
  bind(wire.readTestLog, (call) => tests.log(call.params)),

  bind(wire.listInstances, () => instances.list()),
  bind(wire.readProvider, () => instances.provider()),
  bind(wire.destroyInstance, (call) => instances.destroy(call.params.id, call)),
  bind(wire.adminExtendInstance, (call) => instances.extend(call.params.id, call)),
  bind(wire.readInstanceLog, (call) => instances.log(call.params.id)),
  ...proxyRoutes(targets),
]

type Proxy = typeof proxy.proxyTeam | typeof proxy.proxyTest

// Without a WebSocket, the answer says whether there is something to connect to.
const proxyRoutes = (targets: RelayTargets | null): BoundRoute[] => {
  const expect = async ({ params, address }: Call<Proxy>, kind: 'team' | 'test'): Promise<undefined> => {
    if (targets === null) throw new Problem('proxy.off')
    if ((await targets.find(params.id, kind, address)) === null) throw new Problem('instance.notFound')
  }
  return [
    bind(proxy.proxyTeam, (call) => expect(call, 'team')),
    bind(proxy.proxyTest, (call) => expect(call, 'test')),
  ]
}
