import { gamePermissions } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { allows, permissionsFor } from './permission.ts'

const { All, GetScore, SubmitFlags, ViewChallenge } = gamePermissions
const division = {
  defaultPermissions: ViewChallenge | SubmitFlags,
  challengeConfigs: new Map([
    [7, GetScore],
    [8, 0],
  ]),
}

describe('what a team may do with a challenge', () => {
  it('is everything without a division', () => {
    expect(permissionsFor(null, 7)).toBe(All)
    expect(permissionsFor(undefined, 7)).toBe(All)
  })

  it('is what the division allows', () => {
    expect(permissionsFor(division, 1)).toBe(ViewChallenge | SubmitFlags)
  })

  it('is what an entry for the challenge says alone, also where it allows nothing', () => {
    expect(permissionsFor(division, 7)).toBe(GetScore)
    expect(permissionsFor(division, 8)).toBe(0)
  })
})

describe('a mask of permissions', () => {
  it('allows what all of its bits are there for', () => {
    expect(allows(ViewChallenge | SubmitFlags, 'ViewChallenge')).toBe(true)
    expect(allows(ViewChallenge | SubmitFlags, 'ViewChallenge', 'SubmitFlags')).toBe(true)
    expect(allows(ViewChallenge, 'ViewChallenge', 'SubmitFlags')).toBe(false)
    expect(allows(0, 'JoinGame')).toBe(false)
  })

  it('allows all with all bits only, known or not', () => {
    expect(allows(All, 'All', 'AffectDynamicScore')).toBe(true)
    expect(allows(All - 4, 'All')).toBe(false)
    expect(allows(All - 4, 'JoinGame', 'RankOverall', 'GetBlood')).toBe(true)
  })
})
