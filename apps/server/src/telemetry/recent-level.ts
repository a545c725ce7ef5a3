const everyMs = 250
const windowMs = 15_000

/**
 * What a fifth of the last quarter of a minute was at or above. A single look now and then would miss what comes and goes,
 * and the highest of all would be a moment that nobody noticed.
 */
export const createRecentLevel = (measure: () => number) => {
  const seen: number[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start(): void {
      timer = setInterval(() => {
        seen.push(measure())
        if (seen.length > windowMs / everyMs) seen.shift()
      }, everyMs)
      timer.unref()
    },
    stop: (): void => clearInterval(timer),
    level: (): number => seen.toSorted((one, other) => one - other)[Math.floor(seen.length * 0.8)] ?? 0,
  }
}
