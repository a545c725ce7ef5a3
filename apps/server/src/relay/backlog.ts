export type Staller = { cutOff(): void }

// When too many bytes wait in all, the clients that have not read for the longest time are cut off.
export class Backlog {
  // In the order in which they stopped reading.
  private readonly stallers = new Map<Staller, number>()
  private readonly limit: number
  private total = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.total
  }

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
