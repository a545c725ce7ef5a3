import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionNames, readPermissions } from './permission.ts'

const read = (value: unknown): number => readPermissions(value, { entry: 'game.json', path: '' })

describe('permissions in a package', () => {
  it.each([
    [2_147_483_647, ['All']],
    [0, ['None']],
    [1 | 256 | 4096, ['JoinGame', 'ViewChallenge', 'AffectDynamicScore']],
    [2 | 8, ['RankOverall', '8']],
  ])('%i is written as %j', (mask, names) => expect(permissionNames(mask)).toEqual(names))

  it.each<[unknown, number]>([
    [null, 0],
    [undefined, 0],
    [[], 0],
    [['all'], 2_147_483_647],
    [['None', 'JoinGame', 'All'], 2_147_483_647],
    [['JoinGame', 'None'], 0],
    [['joingame', ' ViewChallenge '], 257],
    [['JoinGame', 'Dance', null, {}, -1, '4294967296'], 1],
    [['16', 32], 48],
  ])('%j is read as %i', (value, mask) => expect(read(value)).toBe(mask))

  it.each(['All', 1, true, {}])('are a list, and not %j', (value) =>
    expect(() => read(value)).toThrow('validation.type'),
  )

  it('are the same after they were written and read', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), (mask) => {
        expect(read(permissionNames(mask))).toBe(mask)
      }),
    )
  })
})
