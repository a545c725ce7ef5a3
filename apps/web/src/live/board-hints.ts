import { askAfterMs, restMsOf } from '@pennant/contract/board-pace'

const mostRepeats = 3
// Another process may be a second behind.
const repeatMs = 1_000

type Needs = {
  behind: (version: number) => string[]
  ask: (parts: readonly string[]) => void
  /** On a slow line, an answer that is under way must not be given up for each hint. */
  isAsking?: () => boolean
  now?: () => number
  random?: () => number
}

export const createBoardHints = ({
  behind,
  ask,
  isAsking = () => false,
  now = Date.now,
  random = Math.random,
}: Needs) => {
  let newest = 0
  let repeats = 0
  let restsUntil = 0
  let spreadMs: number | undefined
  let firstMs: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRepeat = false
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    isRepeat = false
  }
  const schedule = (leastMs = 0): void => {
    timer ??= setTimeout(fire, Math.max(leastMs, askAfterMs(restsUntil - now(), firstMs, random())))
  }
  const fire = (): void => {
    stop()
    const parts = behind(newest)
    if (parts.length === 0) return
    restsUntil = now() + restMsOf(spreadMs)
    if (isAsking()) return schedule()
    ask(parts)
    // A large board is answered in the version before while the new one is written.
    if (repeats++ < mostRepeats) {
      schedule(repeatMs)
      isRepeat = true
    }
  }
  return {
    /** `withinMs`: over which time the requests of all who hear it spread. `soonMs`: for those who don't rest. */
    hear(version: number, withinMs?: number, soonMs = withinMs): void {
      newest = version
      spreadMs = withinMs
      firstMs = soonMs
      repeats = 0
      if (isRepeat) stop()
      if (behind(version).length > 0) schedule()
    },
    stop,
  }
}
