import { describe, expect, it } from 'vitest'
import { changesOf, differing, draftOf, faultsOf, type GameDraft } from './game-draft.ts'

const game = {
  id: 1,
  title: 'Spring cup',
  hidden: false,
  summary: '',
  content: 'Rules',
  acceptWithoutReview: false,
  writeupRequired: true,
  inviteCode: null,
  teamMemberCountLimit: 4,
  containerCountLimit: 3,
  poster: null,
  publicKey: 'key',
  practiceMode: true,
  start: 1_000,
  end: 2_000,
  writeupDeadline: 3_000,
  writeupNote: '',
  bloodBonus: 5,
}
const draft = draftOf(game)
const faults = (changes: Partial<GameDraft>) => faultsOf({ ...draft, ...changes })

describe('what is written about a game', () => {
  it('is without fault as it was saved', () => {
    expect(faultsOf(draft)).toEqual({})
  })

  it('needs a title and both times, in their order', () => {
    expect(faults({ title: ' ' })).toEqual({ title: 'required' })
    expect(faults({ start: null })).toEqual({ start: 'required' })
    expect(faults({ end: null })).toEqual({ end: 'required' })
    expect(faults({ end: 1_000 })).toEqual({ end: 'endBeforeStart' })
  })

  it('needs a deadline for write-ups after the end, where they are wanted', () => {
    expect(faults({ writeupDeadline: 2_000 })).toEqual({ writeupDeadline: 'deadlineBeforeEnd' })
    expect(faults({ writeupDeadline: null })).toEqual({ writeupDeadline: 'required' })
    expect(faults({ writeupDeadline: null, writeupRequired: false })).toEqual({})
  })

  it('takes no limit below none', () => {
    expect(faults({ teamMemberCountLimit: -1 })).toEqual({ teamMemberCountLimit: 'negative' })
    expect(faults({ containerCountLimit: -1 })).toEqual({ containerCountLimit: 'negative' })
  })

  it('is sent without blanks around it, and no code as none', () => {
    expect(
      changesOf({ ...draft, title: ' A ', inviteCode: '  ', writeupDeadline: null }, game),
    ).toMatchObject({
      title: 'A',
      inviteCode: null,
      writeupDeadline: 3_000,
    })
  })

  it('names the members in which two differ', () => {
    expect(differing(draft, { ...draft, content: '', title: 'B' })).toEqual(['title', 'content'])
    expect(differing(draft, { ...draft })).toEqual([])
  })
})
