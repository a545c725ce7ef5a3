import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginDelay } from './login-delay.ts'

const second = 1000
const minute = 60 * second
const next = (failures: number) => loginDelay(failures, 0, 0)
const waits = (failures: number): number => {
  const delay = next(failures)
  return delay.kind === 'wait' ? delay.ms : delay.untilMs
}

describe('the delay of somebody who guesses passwords', () => {
  it('does not touch the first three attempts', () => {
    expect([0, 1, 2].map(next)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'wait', ms: 0 })))
  })

  it('doubles from a quarter of a second to eight seconds', () => {
    expect([3, 4, 5, 6, 7, 8, 9, 10, 11].map(waits)).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000,
    ])
  })

  it('becomes a refusal after twelve failures, from 15 seconds to a quarter of an hour', () => {
    expect(next(12)).toEqual({ kind: 'refuse', untilMs: 15 * second })
    expect(next(13)).toEqual({ kind: 'refuse', untilMs: 30 * second })
    expect(next(17)).toEqual({ kind: 'refuse', untilMs: 8 * minute })
    expect(next(18)).toEqual({ kind: 'refuse', untilMs: 15 * minute })
    expect(next(1_000_000)).toEqual({ kind: 'refuse', untilMs: 15 * minute })
  })

  it('lets one slow attempt pass when the refusal is over', () => {
    expect(loginDelay(12, 0, 15 * second - 1)).toEqual({ kind: 'refuse', untilMs: 15 * second })
    expect(loginDelay(12, 0, 15 * second)).toEqual({ kind: 'wait', ms: 8 * second })
  })

  it('never gets shorter by another failure, and never longer than a quarter of an hour', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(1e9), (failures, lastAt) => {
        const wait = (count: number): number => {
          const delay = loginDelay(count, lastAt, lastAt)
          return delay.kind === 'wait' ? delay.ms : delay.untilMs - lastAt
        }
        expect(wait(failures + 1)).toBeGreaterThanOrEqual(wait(failures))
        expect(wait(failures)).toBeLessThanOrEqual(15 * minute)
      }),
    )
  })
})
