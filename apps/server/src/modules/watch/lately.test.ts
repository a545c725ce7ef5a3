import { describe, expect, it } from 'vitest'
import { createLately } from './lately.ts'

describe('what was noted lately', () => {
  it('is forgotten after its time', () => {
    const lately = createLately({ forMs: 100, most: 10 })
    lately.note('one', 1_000)
    expect([1_000, 1_099, 1_100].map((now) => lately.has('one', now))).toEqual([true, true, false])
    expect(lately.has('two', 1_000)).toBe(false)
  })

  it('is forgotten when that is asked for', () => {
    const lately = createLately({ forMs: 100, most: 10 })
    lately.note('one', 0)
    lately.forget('one')
    expect(lately.has('one', 0)).toBe(false)
  })

  it('is never more than so many, of which the oldest go first', () => {
    const lately = createLately({ forMs: 1_000, most: 2 })
    for (const [at, key] of ['one', 'two', 'one', 'three'].entries()) lately.note(key, at)
    expect(['one', 'two', 'three'].map((key) => lately.has(key, 4))).toEqual([true, false, true])
  })
})
