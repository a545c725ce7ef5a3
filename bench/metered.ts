export type Meter = { cpuTime(): Promise<number> }

/** In milliseconds. */
export const metered = async <T>(
  meters: readonly Meter[],
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: number }> => {
  const read = async (): Promise<number> => {
    let sum = 0
    for (const meter of meters) sum += await meter.cpuTime()
    return sum
  }
  const before = await read()
  const result = await work()
  return { result, cpuMs: (await read()) - before }
}
