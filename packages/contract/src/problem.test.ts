import { describe, expect, it } from 'vitest'
import { Problem, problems, type ProblemCode } from './problem.ts'

const codes = Object.keys(problems) as ProblemCode[]
const later = codes.filter((code) => [429, 503].includes(problems[code].status))

describe('a problem that says to come later', () => {
  it('is one of these', () => {
    expect(later).toEqual(
      expect.arrayContaining(['request.tooMany', 'instance.tooSoon', 'server.unavailable']),
    )
  })

  it.each(later)('says when: %s', (code) => {
    expect(new Problem(code, { seconds: 7 }).retryAfter).toBe(7)
    expect(new Problem(code, { seconds: 0.2 }).retryAfter).toBe(1)
    expect(new Problem(code).retryAfter).toBeGreaterThan(0)
    expect(new Problem(code, {}, { retryAfter: 30 }).retryAfter).toBe(30)
  })
})

it('any other problem says nothing of that on its own', () => {
  for (const code of codes.filter((each) => !later.includes(each)))
    expect([code, new Problem(code, { seconds: 7 }).retryAfter]).toEqual([code, undefined])
})
