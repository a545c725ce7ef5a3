export type Limit = <T>(work: () => Promise<T>) => Promise<T>

export const notedLimit =
  (limit: Limit, note: (waitedMs: number) => void, now = () => performance.now()): Limit =>
  (work) => {
    const asked = now()
    return limit(() => {
      note(now() - asked)
      return work()
    })
  }
