import type { ChallengeSummary } from '@pennant/contract/challenge'
import { describe, expect, it } from 'vitest'
import { boardChangeOf, needsConfirmation, oppositeOf, relabeled } from './bulk-action.ts'

const challenge = (change: Partial<ChallengeSummary> = {}): ChallengeSummary => ({
  id: 1,
  title: 'Lighthouse',
  category: 'Web',
  type: 'StaticAttachment',
  isEnabled: true,
  score: 500,
  minScore: 100,
  originalScore: 500,
  deadlineUtc: null,
  lacks: [],
  ...change,
})
const early = { started: false, board: false }
const idle = { started: true, board: false }
const heavy = { started: true, board: true }

describe('what is to be done to challenges', () => {
  it('is asked about where the board changes or instances end', () => {
    const plain = [challenge()]
    const container = [challenge({ type: 'DynamicContainer' })]
    expect(needsConfirmation({ kind: 'disable', challenges: plain }, idle)).toBe(false)
    expect(needsConfirmation({ kind: 'disable', challenges: plain }, heavy)).toBe(true)
    expect(needsConfirmation({ kind: 'disable', challenges: container }, early)).toBe(false)
    expect(needsConfirmation({ kind: 'disable', challenges: container }, idle)).toBe(true)
    expect(needsConfirmation({ kind: 'enable', challenges: plain }, idle)).toBe(false)
    expect(needsConfirmation({ kind: 'enable', challenges: plain }, heavy)).toBe(true)
    expect(needsConfirmation({ kind: 'enable', challenges: [challenge({ lacks: ['Flag'] })] }, early)).toBe(
      true,
    )
    expect(needsConfirmation({ kind: 'delete', challenges: plain }, early)).toBe(true)
  })

  it('names only what is put on the board', () => {
    const challenges = [challenge(), challenge({ id: 2, isEnabled: false })]
    expect(boardChangeOf({ kind: 'enable', challenges })).toEqual({
      kind: 'enableChallenges',
      challengeIds: [2],
    })
    expect(boardChangeOf({ kind: 'category', challenges })).toBeNull()
  })

  it('puts labels in beside the others, and takes them out whatever their case', () => {
    const labeled = challenge({ level: 'Easy', tags: ['RSA', 'AES'], authors: ['Ada'] })
    const none = { level: null, addTags: [], removeTags: [], addAuthors: [], removeAuthors: [] }
    expect(relabeled(labeled, none)).toEqual({})
    expect(relabeled(labeled, { ...none, level: 'Easy', addTags: ['rsa'], removeTags: ['Web'] })).toEqual({})
    const edit = {
      ...{ level: 'None' as const, addTags: ['Web'], removeTags: ['rsa'] },
      ...{ addAuthors: ['Bo'], removeAuthors: ['ADA'] },
    }
    const body = { level: 'None', tags: ['AES', 'Web'], authors: ['Bo'] } as const
    expect(relabeled(labeled, edit)).toEqual(body)
    expect(oppositeOf(labeled, relabeled(labeled, edit))).toEqual({
      ...{ level: 'Easy', tags: ['RSA', 'AES'], authors: ['Ada'] },
    })
    expect(oppositeOf(challenge(), { level: 'Hard' })).toEqual({ level: 'None' })
  })

  it('is taken back by what was there before, and by nothing else', () => {
    const planned = challenge({ isEnabled: false, enableAtUtc: 1_900_000_000_000 })
    expect(oppositeOf(planned, { isEnabled: true })).toEqual({
      isEnabled: false,
      enableAtUtc: 1_900_000_000_000,
    })
    expect(oppositeOf(challenge(), { isEnabled: false })).toEqual({ isEnabled: true })
    expect(oppositeOf(challenge(), { category: 'Pwn' })).toEqual({ category: 'Web' })
    expect(oppositeOf(challenge(), { originalScore: 10 })).toEqual({ originalScore: 500 })
  })
})
