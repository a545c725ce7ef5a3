import type { ApiToken } from '@pennant/contract/token'
import { expect, it } from 'vitest'
import { sampleCall, stateOf } from './token-use.ts'

const token: ApiToken = {
  id: 'a',
  name: 'bot',
  creatorId: null,
  creator: null,
  createdAt: 0,
  expiresAt: 10,
  lastUsedAt: null,
  isRevoked: false,
}

it.each([
  [token, 9, 'active'],
  [token, 10, 'expired'],
  [{ ...token, expiresAt: null }, 10, 'active'],
  [{ ...token, isRevoked: true }, 10, 'revoked'],
])('%o at %i is %s', (one, now, state) => expect(stateOf(one, now)).toBe(state))

it('shows a call that the token opens', () => {
  expect(sampleCall('https://ctf.example', 'T.S', ['Games'])).toBe(
    "curl -H 'Authorization: Bearer T.S' https://ctf.example/api/edit/games",
  )
})
