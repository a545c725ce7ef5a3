import * as wire from '@pennant/contract/token'
import type { Core } from '../../core/core.ts'
import { createTokenStore } from '../../core/identity/api-token-store.ts'
import { bind, type Module } from '../../http/bind.ts'
import { createTokens, type Tokens } from './service.ts'

export const tokenModule = (
  core: Pick<Core, 'audit' | 'clock' | 'db' | 'journal' | 'settings' | 'signals'>,
): Module & Pick<Tokens, 'authorize' | 'verify'> => {
  const tokens = createTokens(core, createTokenStore(core.db))
  return {
    ...tokens,
    routes: [
      bind(wire.createToken, (call) => tokens.create(call.body, call)),
      bind(wire.listTokens, () => tokens.list()),
      bind(wire.restoreToken, (call) => tokens.restore(call.params.id, call)),
      bind(wire.revokeToken, (call) => tokens.revoke(call.params.id, call.query.delete ?? false, call)),
    ],
  }
}
