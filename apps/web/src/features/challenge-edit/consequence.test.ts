import { describe, expect, it } from 'vitest'
import { consequenceOf } from './consequence.ts'
import type { ChallengeDraft } from './draft.ts'

const now = 1_800_000_000_000
const saved: ChallengeDraft = {
  title: 'Lighthouse',
  category: 'Web',
  level: 'None',
  tags: '',
  authors: '',
  content: '',
  hints: [],
  flagTemplate: '',
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
  disableBloodBonus: false,
  submissionLimit: 0,
  deadlineUtc: null,
  enableAtUtc: null,
  fileName: 'attachment',
  containerImage: '',
  exposePort: 80,
  networkMode: 'Open',
  cpuCount: 1,
  memoryLimit: 64,
  storageLimit: 256,
  allowUserChange: false,
  checkByConnecting: true,
  enableTrafficCapture: false,
}
const open = { id: 4, type: 'StaticAttachment', isEnabled: true } as const
const of = (draft: Partial<ChallengeDraft>, challenge: Parameters<typeof consequenceOf>[1] = open) =>
  consequenceOf({ saved, draft: { ...saved, ...draft } }, challenge, now)

describe('what saving a challenge does to a game that runs', () => {
  it('is nothing for texts, and for what players do not see', () => {
    expect(of({ title: 'Lightship', content: 'New', hints: ['Higher'] })).toBeNull()
    expect(of({ originalScore: 10 }, { ...open, isEnabled: false })).toBeNull()
  })

  it('is nothing for what cannot be saved', () => {
    expect(of({ originalScore: 10, title: ' ' })).toBeNull()
  })

  it('is computed for everything that points follow from', () => {
    expect(of({ originalScore: 10 })).toEqual({
      change: {
        kind: 'scoreChallenges',
        challengeIds: [4],
        scoring: {
          originalScore: 10,
          minScoreRate: 0.25,
          difficulty: 5,
          deadline: null,
          disableBloodBonus: false,
        },
      },
      closes: false,
    })
    expect(of({ disableBloodBonus: true })).not.toBeNull()
  })

  it('closes the challenge with a deadline that has passed', () => {
    expect(of({ deadlineUtc: now - 1 })?.closes).toBe(true)
    expect(of({ deadlineUtc: now + 1 })?.closes).toBe(false)
  })
})
