import { gamePermissions } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { consequenceOf } from './division-consequence.ts'

const { All, GetScore, JoinGame, SubmitFlags } = gamePermissions
const division = { id: 7, defaultPermissions: All, challengeConfigs: [{ challengeId: 1, permissions: All }] }

describe('what other permissions of a division do', () => {
  it('is nothing where all of them stay', () => {
    expect(consequenceOf(division, { ...division })).toBeNull()
    expect(consequenceOf(division, { ...division, challengeConfigs: [] })).toBeNull()
  })

  it('is computed where any of them changes', () => {
    const draft = { ...division, defaultPermissions: All - GetScore }
    expect(consequenceOf(division, draft)).toEqual({
      change: {
        kind: 'permitDivision',
        divisionId: 7,
        defaultPermissions: All - GetScore,
        challengeConfigs: division.challengeConfigs,
      },
      endsPlay: false,
    })
    expect(consequenceOf(division, { ...division, defaultPermissions: All - JoinGame })?.endsPlay).toBe(false)
  })

  it('ends something where a challenge can no longer be seen or solved', () => {
    expect(consequenceOf(division, { ...division, defaultPermissions: All - SubmitFlags })?.endsPlay).toBe(
      true,
    )
    const barred = { ...division, challengeConfigs: [{ challengeId: 1, permissions: 0 }] }
    expect(consequenceOf(division, barred)?.endsPlay).toBe(true)
    expect(consequenceOf({ ...barred, id: 7 }, division)?.endsPlay).toBe(false)
  })
})
