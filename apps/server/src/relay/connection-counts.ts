export class ConnectionCounts {
  private readonly counts = new Map<string, number>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  /** Call the returned function when they leave. Null: no room. `times`: how many times the limit counts for them. */
  enter(name: string, times = 1): (() => void) | null {
    const count = this.counts.get(name) ?? 0
    if (count >= this.most * times) return null
    this.counts.set(name, count + 1)
    return () => {
      const left = (this.counts.get(name) ?? 1) - 1
      if (left === 0) this.counts.delete(name)
      else this.counts.set(name, left)
    }
  }
}
