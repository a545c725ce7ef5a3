import type { ApiToken, TokenScope } from '@pennant/contract/token'

export type TokenState = 'active' | 'revoked' | 'expired'

export const stateOf = ({ isRevoked, expiresAt }: ApiToken, now: number): TokenState =>
  isRevoked ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : 'active'

const samples: Readonly<Record<TokenScope, string>> = {
  Everything: '/api/admin/users',
  Read: '/api/admin/users',
  Games: '/api/edit/games',
  Monitor: '/api/game/1/submissions',
  Users: '/api/admin/users',
  Platform: '/api/admin/status',
}

export const sampleCall = (origin: string, token: string, scopes: readonly TokenScope[]): string =>
  `curl -H 'Authorization: Bearer ${token}' ${origin}${samples[scopes[0] ?? 'Everything']}`
