export type SlowReader = { cutOff(): void }

// When too many bytes wait in all, the clients that have not read for the longest time are cut off.
export class Backlog {
  // In the order in which they stopped reading.
  private readonly readers = new Map<SlowReader, number>()
  private readonly limit: number
  private total = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.total
  }

  set(reader: SlowReader, bytes: number): void {
    this.total += bytes - (this.readers.get(reader) ?? 0)
    if (bytes === 0) this.readers.delete(reader)
    else this.readers.set(reader, bytes)
    for (const [longest, held] of this.readers) {
      if (this.total <= this.limit) return
      this.readers.delete(longest)
      this.total -= held
      longest.cutOff()
    }
  }
}
