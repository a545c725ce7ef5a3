/** Thousands hear the same in the same moment; their requests spread over this time. */
export const spreadMs = 1_500
/** While teams solve all the time, a page asks no more often. */
const restMs = 3_000
const mostRepeats = 3

type Needs = {
  behind: (version: number) => string[]
  ask: (parts: readonly string[]) => void
  now?: () => number
  random?: () => number
}

export const createBoardHints = ({ behind, ask, now = Date.now, random = Math.random }: Needs) => {
  let newest = 0
  let repeats = 0
  let restsUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (): void => {
    timer ??= setTimeout(fire, Math.max(0, restsUntil - now()) + random() * spreadMs)
  }
  const fire = (): void => {
    timer = undefined
    const parts = behind(newest)
    if (parts.length === 0) return
    restsUntil = now() + restMs
    ask(parts)
    // A large board is answered in the version before while the new one is written.
    if (repeats++ < mostRepeats) schedule()
  }
  return {
    hear(version: number): void {
      newest = version
      repeats = 0
      if (behind(version).length > 0) schedule()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
