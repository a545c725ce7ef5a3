import { describe, expect, it } from 'vitest'
import { nextAttempt } from './schedule.ts'

const minute = 60_000
const created = new Date('2026-01-01T00:00:00Z')

describe('when a failed mail is tried again', () => {
  it('waits longer every time, up to an hour', () => {
    const waits = [1, 2, 3, 4, 5, 6, 20].map((attempts) => {
      const next = nextAttempt(attempts, created, created.getTime())
      return next === null ? null : (next.getTime() - created.getTime()) / minute
    })
    expect(waits).toEqual([0.5, 2, 10, 30, 60, 60, 60])
  })

  it('ends a day after the mail was written', () => {
    const day = created.getTime() + 24 * 60 * minute
    expect(nextAttempt(9, created, day - 60 * minute)).toEqual(new Date(day))
    expect(nextAttempt(9, created, day - 60 * minute + 1)).toBeNull()
  })

  it('gives a mail that was never tried in time no second chance', () => {
    expect(nextAttempt(1, created, created.getTime() + 48 * 60 * minute)).toBeNull()
  })
})
