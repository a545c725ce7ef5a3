import type { Room } from './live.ts'

/** What lies further back is forgotten. */
const longestQuietMs = 60_000

/** Knows for how long rooms have been told nothing. */
export class Quiet {
  private readonly now: () => number
  private told = new Map<Room, number>()
  private toldBefore = new Map<Room, number>()
  private since: number
  private turnsAt: number

  constructor(now: () => number) {
    this.now = now
    this.since = now()
    this.turnsAt = this.since + longestQuietMs
  }

  note(room: Room): void {
    this.turn()
    this.told.set(room, this.now())
  }

  /** What was told meanwhile may have passed by this process. */
  interrupt(): void {
    this.since = this.now()
  }

  of(rooms: readonly Room[]): number {
    this.turn()
    const last = rooms.map((room) => this.told.get(room) ?? this.toldBefore.get(room) ?? 0)
    const ms = this.now() - Math.max(this.since, ...last)
    return Math.max(0, Math.min(longestQuietMs, Math.floor(ms)))
  }

  private turn(): void {
    if (this.now() < this.turnsAt) return
    // Nothing was noted since the turn before last, so both are older than matters.
    this.toldBefore = this.now() < this.turnsAt + longestQuietMs ? this.told : new Map<Room, number>()
    this.told = new Map<Room, number>()
    this.turnsAt = this.now() + longestQuietMs
  }
}
