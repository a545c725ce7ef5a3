import * as wire from '@pennant/contract/token'
import { bind, type Bound } from '../../http/bind.ts'
import type { Tokens } from './service.ts'

export const tokenRoutes = (tokens: Tokens): Bound[] => [
  bind(wire.createToken, (call) => tokens.create(call.body, call)),
  bind(wire.listTokens, () => tokens.list()),
  bind(wire.restoreToken, (call) => tokens.restore(call.params.id, call)),
  bind(wire.revokeToken, (call) => tokens.revoke(call.params.id, call.query.delete ?? false, call)),
]
