import type { Change } from '@pennant/contract/audit'
import { expect, it } from 'vitest'
import { rowOfChange } from './change-row.ts'

const row = (given: Partial<Change>) =>
  rowOfChange({
    ...{
      id: 9,
      time: 0,
      user: 'Boss',
      address: null,
      action: 'game.update',
      object: 'game:7',
      name: 'Regatta',
    },
    ...{ before: {}, after: {}, sealed: [], reason: null, gameId: 7 },
    ...given,
  })
const to = (given: Partial<Change>) => row(given).subject.to

it('leads to what was changed', () => {
  expect(to({})).toBe('/admin/games/7')
  expect(to({ object: 'challenge:42' })).toBe('/admin/games/7/challenges/42')
  expect(to({ object: 'division:3' })).toBe('/admin/games/7/divisions')
  expect(to({ object: 'participation:12' })).toBe('/admin/games/7/review')
  expect(to({ object: 'post:a1b2', gameId: null })).toBe('/posts/a1b2/edit')
  expect(to({ object: 'team:5', gameId: null })).toBe('/admin/teams?q=5&team=5')
  expect(to({ object: 'setting', gameId: null })).toBe('/admin/settings')
})

it('leads nowhere from what is gone, and from what this client does not know', () => {
  expect(to({ object: 'challenge:42', gone: true })).toBeNull()
  expect(to({ object: 'weather:1' })).toBeNull()
  expect(to({ object: 'challenge:42', gameId: null })).toBeNull()
})

it('names for the filters the challenge and the team that it is about', () => {
  expect(row({ object: 'challenge:42', name: 'Buoy' })).toMatchObject({
    challengeId: 42,
    challenge: 'Buoy',
    teamId: null,
  })
  expect(row({ object: 'participation:12', name: 'Owners', after: { teamId: 5 } })).toMatchObject({
    ...{ teamId: 5, team: 'Owners', challengeId: null },
  })
  expect(row({ object: 'team:5', name: 'Owners' })).toMatchObject({ teamId: 5, team: 'Owners' })
})
