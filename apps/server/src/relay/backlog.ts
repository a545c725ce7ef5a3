/** Whoever keeps bytes waiting. */
export type Staller = { cutOff(): void }

/**
 * What waits for everybody who does not read. Each alone may keep little waiting; where it becomes too much
 * altogether, those have to go who have not read for the longest time.
 */
export class Backlog {
  /** In the order in which they stopped reading. */
  private readonly stallers = new Map<Staller, number>()
  private readonly limit: number
  private total = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.total
  }

  /** None when it reads again. */
  set(staller: Staller, bytes: number): void {
    this.total += bytes - (this.stallers.get(staller) ?? 0)
    if (bytes === 0) this.stallers.delete(staller)
    else this.stallers.set(staller, bytes)
    for (const [longest, held] of this.stallers) {
      if (this.total <= this.limit) return
      this.stallers.delete(longest)
      this.total -= held
      longest.cutOff()
    }
  }
}
