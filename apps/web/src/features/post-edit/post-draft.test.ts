import { describe, expect, it } from 'vitest'
import { differing, emptyDraft, faultOf, tagsIn } from './post-draft.ts'

describe('the draft of a post', () => {
  it('has each tag once, however it was typed', () => {
    expect(tagsIn('results, #finals,, results ，秋')).toEqual(['results', 'finals', '秋'])
    expect(tagsIn(' , #')).toEqual([])
  })

  it('needs a title', () => {
    expect(faultOf(emptyDraft)).toBe('title')
    expect(faultOf({ ...emptyDraft, title: 'Results' })).toBe(null)
  })

  it('has no more and no longer tags than the server takes', () => {
    const many = Array.from({ length: 33 }, (_, at) => `tag${at}`).join(',')
    expect(faultOf({ ...emptyDraft, title: 'Results', tags: many })).toBe('tags')
    expect(faultOf({ ...emptyDraft, title: 'Results', tags: 'x'.repeat(65) })).toBe('tags')
  })

  it('says in what it differs from another', () => {
    const one = { ...emptyDraft, title: 'Results', tags: 'finals' }
    expect(differing(one, one)).toEqual([])
    expect(differing(one, { ...one, content: 'Text', tags: '' })).toEqual(['tags', 'content'])
  })
})
