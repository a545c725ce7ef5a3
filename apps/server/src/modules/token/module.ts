import type { Core } from '../../core/core.ts'
import { createTokenStore } from '../../core/identity/api-token-store.ts'
import type { Module } from '../../http/bind.ts'
import { tokenRoutes } from './routes.ts'
import { createTokens, type Tokens } from './service.ts'

export const tokenModule = (
  core: Pick<Core, 'clock' | 'db' | 'journal' | 'settings' | 'signals'>,
): Module & Pick<Tokens, 'authorise' | 'verify'> => {
  const tokens = createTokens(core, createTokenStore(core.db))
  return { ...tokens, routes: tokenRoutes(tokens) }
}
