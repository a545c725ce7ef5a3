/** What was noted a short while ago, by its key. Holds no more than `most` of them. */
export const createLately = ({ forMs, most }: { forMs: number; most: number }) => {
  /** The oldest first. */
  const noted = new Map<string, number>()

  return {
    has(key: string, now: number): boolean {
      const at = noted.get(key)
      return at !== undefined && now - at < forMs
    },
    note(key: string, now: number): void {
      noted.delete(key)
      noted.set(key, now)
      for (const [oldest, at] of noted) {
        if (noted.size <= most && now - at < forMs) return
        noted.delete(oldest)
      }
    },
    forget: (key: string): void => void noted.delete(key),
  }
}
