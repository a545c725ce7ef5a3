import { describe, expect, it } from 'vitest'
import { Answer } from './answer.ts'
import { createCommonHeads } from './headers.ts'

const origin = { client: null, key: '', counted: false, host: 'ctf.example' }
const headsOf = createCommonHeads(true)
const linesOf = (status: number, scheme: 'http' | 'https'): string[] =>
  new Answer(status, { etag: 'W/"1"' }, null)
    .head(headsOf('de-DE', { ...origin, scheme }))
    .filter((_, index) => index % 2 === 0)

describe('the head of an answer', () => {
  it('has what every answer says', () => {
    expect(linesOf(200, 'http')).toEqual([
      'x-content-type-options',
      'x-frame-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'content-language',
      'etag',
      'content-length',
    ])
  })

  it('repeats in a 304 nothing that the client keeps of the answer it has', () => {
    expect(linesOf(304, 'http')).toEqual(['etag'])
    expect(linesOf(304, 'https')).toEqual(['strict-transport-security', 'etag'])
  })
})
