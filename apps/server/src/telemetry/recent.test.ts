import { describe, expect, it } from 'vitest'
import { createRecentTimes, createRecentWorst } from './recent.ts'

const clockAt = () => {
  const clock = { ms: 0 }
  return { clock, now: () => clock.ms }
}

describe('recent figures', () => {
  it('keep the worst for at least 15 seconds, and at most 30', () => {
    const { clock, now } = clockAt()
    const recent = createRecentWorst(now)
    expect(recent.worst()).toBe(0)
    recent.note(7)
    recent.note(3)
    expect(recent.worst()).toBe(7)
    clock.ms = 15_000
    recent.note(2)
    expect(recent.worst()).toBe(7)
    clock.ms = 30_000
    expect(recent.worst()).toBe(2)
    clock.ms = 90_000
    expect(recent.worst()).toBe(0)
  })

  it('tell a percentile to a quarter, of both generations', () => {
    const { clock, now } = clockAt()
    const recent = createRecentTimes(now)
    expect(recent.percentile(0.99)).toBeNull()
    for (let index = 0; index < 98; index++) recent.note(10)
    clock.ms = 15_000
    recent.note(500)
    recent.note(900)
    const within = (value: number | null, ms: number): boolean =>
      value !== null && value >= ms && value < ms * 1.25
    expect(within(recent.percentile(0.5), 10)).toBe(true)
    expect(within(recent.percentile(0.99), 900)).toBe(true)
    expect(within(recent.percentile(0.98), 500)).toBe(true)
    clock.ms = 60_000
    expect(recent.percentile(0.99)).toBeNull()
  })

  it('count what is shorter or longer than any bucket', () => {
    const recent = createRecentTimes(() => 0)
    recent.note(0)
    expect(recent.percentile(0.99)).toBeCloseTo(0.1)
    recent.note(10_000_000)
    expect(recent.percentile(1)).toBeGreaterThan(50_000)
  })
})
