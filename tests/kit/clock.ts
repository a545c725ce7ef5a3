import type { Clock } from '../../apps/server/src/ports/clock.ts'

export type TestClock = Clock & { advance(ms: number): void; set(ms: number): void }

export const createTestClock = (start = Date.UTC(2026, 5, 1, 12)): TestClock => {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    set: (ms) => {
      now = ms
    },
  }
}

export const createShiftedClock = (): TestClock => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance: (ms) => {
      offset += ms
    },
    set: (ms) => {
      offset = ms - Date.now()
    },
  }
}
