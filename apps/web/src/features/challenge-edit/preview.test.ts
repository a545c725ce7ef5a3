import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { describe, expect, it } from 'vitest'
import { draftOf } from './draft.ts'
import { previewOf } from './preview.ts'

const file = (id: number, url: string) => ({ id, type: 'Local' as const, url, fileSize: 7 })

const challenge: ChallengeEditDetail = {
  id: 3,
  title: 'Bottle',
  content: 'Drink me.',
  category: 'Misc',
  type: 'DynamicAttachment',
  hints: ['Cork', ' '],
  flagTemplate: null,
  isEnabled: true,
  acceptedCount: 2,
  fileName: 'bottle.zip',
  attachment: null,
  testContainer: null,
  flags: [{ id: 1, flag: 'flag{a}', attachment: file(9, '/assets/a/bottle.zip') }],
  containerImage: null,
  memoryLimit: null,
  cpuCount: null,
  storageLimit: null,
  exposePort: null,
  networkMode: null,
  enableTrafficCapture: false,
  disableBloodBonus: false,
  deadlineUtc: null,
  submissionLimit: 5,
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
}

describe('the preview of a challenge', () => {
  it('shows what is written and not what is saved, worth what it is worth now', () => {
    const { detail, solved } = previewOf(challenge, {
      ...draftOf(challenge),
      title: 'Flask',
      originalScore: 500,
    })
    expect(solved).toBe(2)
    expect(detail).toMatchObject({ title: 'Flask', content: 'Drink me.', limit: 5, attempts: 0, score: 432 })
  })

  it('leaves out hints that say nothing, and the list when none is left', () => {
    expect(previewOf(challenge, draftOf(challenge)).detail.hints).toEqual(['Cork'])
    expect(previewOf(challenge, { ...draftOf(challenge), hints: [''] }).detail.hints).toBe(null)
  })

  it('offers the file of the first flag where every team has its own', () => {
    expect(previewOf(challenge, draftOf(challenge)).detail.context).toMatchObject({
      url: '/assets/a/bottle.zip',
      fileSize: 7,
    })
    expect(previewOf({ ...challenge, type: 'StaticAttachment' }, draftOf(challenge)).detail.context.url).toBe(
      null,
    )
  })
})
