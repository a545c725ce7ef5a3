import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecentLevel } from './recent-level.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is what a fifth of the last quarter of a minute was at or above', () => {
  let waiting = 0
  const waits = createRecentLevel(() => waiting)
  expect(waits.level()).toBe(0)
  waits.start()
  vi.advanceTimersByTime(12_000)
  waiting = 7
  vi.advanceTimersByTime(2_750)
  expect(waits.level()).toBe(0)
  vi.advanceTimersByTime(250)
  expect(waits.level()).toBe(7)
  waiting = 1
  vi.advanceTimersByTime(15_000)
  expect(waits.level()).toBe(1)
  waits.stop()
  waiting = 9
  vi.advanceTimersByTime(15_000)
  expect(waits.level()).toBe(1)
})
