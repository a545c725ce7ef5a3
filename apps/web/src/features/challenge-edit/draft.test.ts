import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { describe, expect, it } from 'vitest'
import { differing, draftOf, faultsOf, isShown, updateOf } from './draft.ts'

const challenge: ChallengeEditDetail = {
  id: 3,
  title: 'Lighthouse',
  content: 'Find it.',
  category: 'Web',
  type: 'StaticContainer',
  hints: ['Look up'],
  flagTemplate: null,
  isEnabled: false,
  acceptedCount: 0,
  fileName: null,
  attachment: null,
  testContainer: null,
  flags: [],
  containerImage: null,
  memoryLimit: null,
  cpuCount: null,
  storageLimit: null,
  exposePort: null,
  networkMode: null,
  enableTrafficCapture: false,
  disableBloodBonus: false,
  deadlineUtc: 1_800_000_000_000,
  submissionLimit: 0,
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
}

describe('the draft of a challenge', () => {
  const saved = draftOf(challenge)

  it('sends nothing while nothing is changed', () => {
    expect(updateOf(saved, saved)).toEqual({})
  })

  it('sends what is changed and nothing else', () => {
    expect(updateOf({ ...saved, title: 'Beacon', originalScore: 500 }, saved)).toEqual({
      title: 'Beacon',
      originalScore: 500,
    })
  })

  it('writes tags and authors with commas, and sends lists of them; no level is sent by its name', () => {
    const labeled = draftOf({ ...challenge, level: 'Hard', tags: ['RSA', 'AES'], authors: ['Ada'] })
    expect(labeled).toMatchObject({ level: 'Hard', tags: 'RSA, AES', authors: 'Ada' })
    expect(updateOf({ ...saved, level: 'Hard', tags: 'RSA,  AES, rsa', authors: 'Ada' }, saved)).toEqual({
      ...{ level: 'Hard', tags: ['RSA', 'AES'], authors: ['Ada'] },
    })
    expect(updateOf(saved, labeled)).toEqual({ level: 'None', tags: [], authors: [] })
    expect(faultsOf({ ...saved, tags: 'x'.repeat(33) }, 'StaticContainer')).toEqual({
      tags: { most: 16, length: 32 },
    })
  })

  it('writes cores, and sends tenths of them', () => {
    expect(draftOf({ ...challenge, cpuCount: 5 }).cpuCount).toBe(0.5)
    expect(draftOf({ ...challenge, cpuCount: null }).cpuCount).toBe(1)
    expect(updateOf({ ...saved, cpuCount: 1.5 }, saved)).toEqual({ cpuCount: 15 })
    expect(faultsOf({ ...saved, cpuCount: 0 }, 'StaticContainer')).toEqual({
      cpuCount: { min: 0.1, max: 102.4 },
    })
  })

  it('clears a time by the beginning of all time', () => {
    expect(updateOf({ ...saved, deadlineUtc: null }, saved)).toEqual({ deadlineUtc: 0 })
    expect(updateOf({ ...saved, enableAtUtc: 1_800_000_000_000 }, saved)).toEqual({
      enableAtUtc: 1_800_000_000_000,
    })
  })

  it('leaves out hints that say nothing', () => {
    expect(updateOf({ ...saved, hints: ['Look down', ' ', ''] }, saved)).toEqual({ hints: ['Look down'] })
  })

  it('tells two apart member by member', () => {
    const theirs = { ...saved, content: 'Found.', hints: ['Look up', 'Higher'] }
    expect(differing(saved, theirs)).toEqual(['content', 'hints'])
  })

  it('shows of a challenge what its type needs', () => {
    expect(isShown('exposePort', 'StaticContainer')).toBe(true)
    expect(isShown('exposePort', 'StaticAttachment')).toBe(false)
    expect(isShown('fileName', 'DynamicAttachment')).toBe(true)
    expect(isShown('fileName', 'DynamicContainer')).toBe(false)
    expect(isShown('title', 'DynamicContainer')).toBe(true)
    expect(isShown('flagTemplate', 'DynamicContainer')).toBe(true)
    expect(isShown('flagTemplate', 'StaticContainer')).toBe(false)
  })

  it('is at fault without a title, and where a number is out of bounds', () => {
    expect(faultsOf(saved, 'StaticContainer')).toEqual({})
    expect(faultsOf({ ...saved, title: ' ', exposePort: 0 }, 'StaticContainer')).toEqual({
      title: 'blank',
      exposePort: { min: 1, max: 65_535 },
    })
  })

  it('is not at fault for what its type does not have', () => {
    expect(faultsOf({ ...saved, exposePort: 0, fileName: '' }, 'StaticAttachment')).toEqual({})
    expect(faultsOf({ ...saved, fileName: '' }, 'DynamicAttachment')).toEqual({ fileName: 'blank' })
  })
})
