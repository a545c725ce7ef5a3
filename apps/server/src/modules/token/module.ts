import * as wire from '@pennant/contract/token'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { type AccessChange, accessChanged, createTokens, type Tokens } from './service.ts'

export const tokenModule = (
  core: Pick<Core, 'audit' | 'bus' | 'clock' | 'db' | 'journal' | 'settings' | 'signals'>,
): Module & Pick<Tokens, 'authorize' | 'verify'> => {
  const tokens = createTokens(core)
  const stopListening = core.bus.subscribe<AccessChange>(accessChanged, ({ subject }) =>
    core.signals.emit('access.changed', subject),
  )
  return {
    ...tokens,
    close: async () => stopListening(),
    routes: [
      bind(wire.createToken, (call) => tokens.create(call.body, call, call.principal)),
      bind(wire.listTokens, () => tokens.list()),
      bind(wire.restoreToken, (call) => tokens.restore(call.params.id, call)),
      bind(wire.revokeToken, (call) => tokens.revoke(call.params.id, call.query.delete ?? false, call)),
    ],
  }
}
