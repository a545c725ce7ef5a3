/** Does so many of them at once, until all are done or `signal` aborts. `work` sees to its own failures. */
export const atOnce = async <T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (signal.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
