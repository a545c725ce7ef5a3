import type { Problem } from '@pennant/contract/problem'

/** A connection that exists or is just being opened. */
export type Occupant = {
  /** It has to end from our side. The reason is for whoever has not been let in yet. */
  leave(reason: Problem): void
}

/** Who is connected to which container: counted on what there really is, so that nothing can be left counted. */
export class Slots {
  private readonly places = new Map<string, Set<Occupant>>()
  private readonly perContainer: number
  private count = 0

  constructor(perContainer: number) {
    this.perContainer = perContainer
  }

  get size(): number {
    return this.count
  }

  /** False when the container has no room. */
  take(id: string, occupant: Occupant): boolean {
    const place = this.places.get(id) ?? new Set()
    if (place.size >= this.perContainer) return false
    this.places.set(id, place.add(occupant))
    this.count++
    return true
  }

  release(id: string, occupant: Occupant): void {
    const place = this.places.get(id)
    if (place?.delete(occupant) !== true) return
    this.count--
    if (place.size === 0) this.places.delete(id)
  }

  of(id: string): Occupant[] {
    return [...(this.places.get(id) ?? [])]
  }

  all(): Occupant[] {
    return [...this.places.values()].flatMap((place) => [...place])
  }
}
