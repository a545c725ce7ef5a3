import { describe, expect, it } from 'vitest'
import { joinableDivisions, openDivisions, requiresReview } from './division.ts'

const all = 2_147_483_647
const division = (id: number, defaultPermissions: number) => ({ id, inviteCode: null, defaultPermissions })

describe('the permissions of a division', () => {
  it('make it joinable by the bit for joining alone', () => {
    const divisions = [division(1, all), division(2, all - 1), division(3, 1), division(4, 0)]
    expect(joinableDivisions(divisions).map(({ id }) => id)).toEqual([1, 3])
  })

  it('ask for a review by their bit alone, which all permissions include', () => {
    expect([all, 4, all - 4, 0].map((mask) => requiresReview(division(1, mask)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('let everyone in where they ask for neither a code nor a review, whatever the game asks for', () => {
    const open = division(1, all - 4)
    const divisions = [open, division(2, all), { ...open, id: 3, inviteCode: 'x' }, division(4, all - 5)]
    const idsIn = (inviteCode: string | null, acceptWithoutReview: boolean) =>
      openDivisions({ inviteCode, acceptWithoutReview }, divisions).map(({ id }) => id)
    expect(idsIn('harbour', true)).toEqual([1])
    expect(idsIn(null, false)).toEqual([1])
    expect(idsIn('', true)).toEqual([])
    expect(openDivisions({ inviteCode: 'harbour', acceptWithoutReview: true }, [])).toEqual([])
    const emptied = [{ ...open, inviteCode: '' }]
    expect(openDivisions({ inviteCode: 'harbour', acceptWithoutReview: true }, emptied)).toEqual(emptied)
  })
})
