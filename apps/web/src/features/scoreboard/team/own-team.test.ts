import { describe, expect, it } from 'vitest'
import { packBoard } from '../board.ts'
import { ownTeamIn } from './own-team.ts'
import { sampleAnswer } from '../sample-answer.suite.ts'

const { teams } = packBoard(sampleAnswer())

describe('the own team', () => {
  it('is the one of the own ones that takes part', () => {
    expect(ownTeamIn(teams, [{ id: 12 }, { id: 14 }, { id: 99 }], 'Kelp')).toBe(14)
  })

  it('is found by its id where the name has changed since', () => {
    expect(ownTeamIn(teams, [{ id: 12 }], 'Old name')).toBe(12)
  })

  it('is none where none of the own ones is on the board', () => {
    expect(ownTeamIn(teams, [{ id: 99 }], 'Gulls')).toBeNull()
  })
})
