import * as wire from '@pennant/contract/second-factor'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { AccountNeeds } from './needs.ts'
import { createSecondFactor } from './second-factor.ts'

export const secondFactorRoutes = (needs: AccountNeeds): BoundRoute[] => {
  const factor = createSecondFactor(needs)
  return [
    bind(wire.readSecondFactor, (call) => factor.read(call)),
    bind(wire.beginSecondFactor, (call) => factor.begin(call.body, call)),
    bind(wire.confirmSecondFactor, async (call) => {
      const { recoveryCodes, session } = await factor.confirm(call.body, call)
      call.cookie.begin(session)
      return { recoveryCodes }
    }),
    bind(wire.removeSecondFactor, (call) => factor.remove(call.body, call)),
    bind(wire.renewRecoveryCodes, async (call) => ({
      recoveryCodes: await factor.renewCodes(call.body, call),
    })),
  ]
}
