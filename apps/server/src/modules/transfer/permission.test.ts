import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackageGame } from '@pennant/contract/package'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import { permissionNames, permissionsOf } from './permission.ts'

const document = compileDocumentReader(PackageGame)
const [startTime, endTime] = ['2026-04-01', '2026-04-02']
const read = (defaultPermissions: unknown): number => {
  const divisions = [{ name: 'A', defaultPermissions }]
  const [division] = document({ title: 'x', startTime, endTime, divisions }, 'game.json').divisions
  return permissionsOf(division?.defaultPermissions ?? [])
}

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
