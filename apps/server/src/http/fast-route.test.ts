import { describe, expect, it } from 'vitest'
import { listGames, readGame } from '@pennant/contract/game'
import { submitFlag } from '@pennant/contract/submission'
import { readChallenge } from '@pennant/contract/challenge'
import type { BoundRoute } from './bind.ts'
import { createFastRouter, fastRoutesOf } from './fast-route.ts'

const handler = (): never => {
  throw new Error('nobody asks it')
}
const routes: BoundRoute[] = [listGames, readGame, readChallenge, submitFlag].map((route) => ({
  ...{ route, handler },
  fast: () => true,
}))
const router = () => createFastRouter(fastRoutesOf(routes, 1_000))

describe('the router of the fast path', () => {
  it('finds route, path, and query, and remembers them', () => {
    const matchOf = router()
    const found = matchOf('GET', '/api/game?count=10&skip=20')
    expect([found?.fast.route, found?.params, found?.query]).toEqual([
      listGames,
      {},
      { count: '10', skip: '20' },
    ])
    expect(matchOf('GET', '/api/game?count=10&skip=20')).toBe(found)
    expect(matchOf('GET', '/api/game?count=10&skip=21')).not.toBe(found)
  })

  it('tells two routes of one path apart by the method', () => {
    const matchOf = router()
    const routesAt = (): unknown[] =>
      ['GET', 'POST', 'PUT'].map((method) => matchOf(method, '/API/game/1/challenges/2')?.fast.route)
    expect(routesAt()).toEqual([readChallenge, submitFlag, undefined])
    expect(routesAt()).toEqual([readChallenge, submitFlag, undefined])
  })

  it.each(['/api/game?count=%31', '/api/game?count=1&count=2', '/api/game?', '/api/game/1?a=1'])(
    'leaves the query of %s to be decoded, and keeps nothing',
    (url) => {
      const matchOf = router()
      const [one, other] = [matchOf('GET', url), matchOf('GET', url)]
      const isEmpty = url.endsWith('?')
      expect(one?.query).toEqual(isEmpty ? {} : null)
      expect(one === other).toBe(isEmpty)
    },
  )

  it('keeps no long address, and not too many', () => {
    const matchOf = router()
    const long = `/api/game?skip=${'1'.repeat(64)}&${'a'.repeat(32)}=${'1'.repeat(64)}`
    expect(matchOf('GET', long)).toEqual(matchOf('GET', long))
    expect(matchOf('GET', long)).not.toBe(matchOf('GET', long))
    const first = matchOf('GET', '/api/game/0')
    expect(matchOf('GET', '/api/game/0')).toBe(first)
    for (let id = 1; id <= 4_096; id++) matchOf('GET', `/api/game/${id}`)
    expect(matchOf('GET', '/api/game/0')).not.toBe(first)
    expect(matchOf('GET', '/api/game/0')).toEqual(first)
  })
})
