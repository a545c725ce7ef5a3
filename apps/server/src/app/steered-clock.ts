import type { Clock } from '../ports/clock.ts'

export type SteeredClock = Clock & {
  /** It goes on from there. */
  set(time: number): void
  /** The time that it really is. */
  release(): void
}

/** The machine's clock, until somebody has a story to tell that happened before. */
export const createSteeredClock = (): SteeredClock => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    set(time) {
      offset = time - Date.now()
    },
    release() {
      offset = 0
    },
  }
}
