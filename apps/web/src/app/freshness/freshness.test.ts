import { describe, expect, it } from 'vitest'
import { freshnessOf, isAbsence, pauseBefore } from './freshness.ts'

describe('how fresh what is shown is', () => {
  it.each([
    [{ online: true, failing: false, stored: false }, 'fresh'],
    [{ online: true, failing: false, stored: true }, 'stored'],
    [{ online: true, failing: true, stored: true }, 'unanswered'],
    [{ online: false, failing: true, stored: true }, 'offline'],
    [{ online: false, failing: false, stored: false }, 'offline'],
  ] as const)('for %j is %s', (signs, expected) => {
    expect(freshnessOf(signs)).toBe(expected)
  })

  it('suffers when the server is not there, not when it refuses', () => {
    for (const absent of [
      { kind: 'unreachable', status: null },
      { kind: 'late', status: null },
      { kind: 'refused', status: 502 },
      { kind: 'refused', status: 504 },
    ])
      expect(isAbsence(absent)).toBe(true)
    for (const answered of [
      { kind: 'refused', status: 403 },
      { kind: 'refused', status: 429 },
      { kind: 'refused', status: 500 },
      { kind: 'unreadable', status: 200 },
      { kind: 'insecure', status: null },
    ])
      expect(isAbsence(answered)).toBe(false)
  })

  it('is asked for again ever more rarely, and never by everybody at once', () => {
    expect(pauseBefore(0, 0.5)).toBe(3_000)
    expect(pauseBefore(2, 0.5)).toBe(12_000)
    expect(pauseBefore(20, 0.5)).toBe(30_000)
    expect(pauseBefore(0, 0)).not.toBe(pauseBefore(0, 0.9))
  })
})
