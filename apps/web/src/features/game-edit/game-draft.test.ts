import { describe, expect, it } from 'vitest'
import { changesOf, differing, draftOf, faultsOf, type GameDraft, usualFreeze } from './game-draft.ts'

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

  it('takes a freeze between start and end alone', () => {
    const freeze = (freezeAt: number | null) => faults({ freezes: true, freezeAt })
    expect([999, 1_000, 2_000, 2_001].map((at) => freeze(at).freezeAt)).toEqual([
      'freezeOutside',
      undefined,
      undefined,
      'freezeOutside',
    ])
    expect(freeze(null)).toEqual({ freezeAt: 'required' })
    expect(faults({ freezes: false, freezeAt: 1 })).toEqual({})
    expect(faults({ freezes: true, freezeAt: 1, end: 1_000 })).toEqual({ end: 'endBeforeStart' })
  })

  it('proposes a freeze an hour before the end, but not before the start', () => {
    expect(usualFreeze({ start: 0, end: 7_200_000 })).toBe(3_600_000)
    expect(usualFreeze({ start: 7_000_000, end: 7_200_000 })).toBe(7_000_000)
    expect(usualFreeze({ start: 0, end: null })).toBeNull()
  })

  it('says nothing of a freeze that is not and was not, and clears one with null', () => {
    const sent = changesOf(draft, game)
    for (const member of ['freezes', 'freezeAt', 'freezeHidesBoard']) expect(sent).not.toHaveProperty(member)
    const frozen = { ...game, freezeAt: 1_500, freezeHidesBoard: true }
    expect(changesOf({ ...draftOf(frozen), freezes: false }, frozen).freezeAt).toBeNull()
    expect(changesOf(draftOf(frozen), frozen)).toMatchObject({ freezeAt: 1_500 })
    expect(
      changesOf({ ...draft, freezes: true, freezeAt: 1_500, freezeHidesBoard: true }, game),
    ).toMatchObject({ freezeAt: 1_500, freezeHidesBoard: true })
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
