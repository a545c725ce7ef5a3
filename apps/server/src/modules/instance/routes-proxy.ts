import { Problem } from '@pennant/contract/problem'
import * as wire from '@pennant/contract/proxy'
import { bind, type Bound, type Call } from '../../http/bind.ts'
import type { RelayTargets } from '../../ports/relay.ts'

type Proxy = typeof wire.proxyTeam | typeof wire.proxyTest

/** What is asked without a WebSocket only wants to know whether there is something to connect to. */
export const proxyRoutes = (targets: RelayTargets | null): Bound[] => {
  const expect = async ({ params, address }: Call<Proxy>, kind: 'team' | 'test'): Promise<undefined> => {
    if (targets === null) throw new Problem('proxy.off')
    if ((await targets.find(params.id, kind, address)) === null) throw new Problem('instance.notFound')
  }
  return [
    bind(wire.proxyTeam, (call) => expect(call, 'team')),
    bind(wire.proxyTest, (call) => expect(call, 'test')),
  ]
}
