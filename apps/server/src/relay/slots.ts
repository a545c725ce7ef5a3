import { Problem } from '@pennant/contract/problem'

export type Occupant = {
  leave(reason: Problem): void
}

type Place = {
  readonly taken: Set<Occupant>
  /** Closed by their clients, the oldest first; their containers may still answer. */
  readonly closed: Set<Occupant>
}

// Holds the actual connections, so that no count can be left over.
export class Slots {
  private readonly places = new Map<string, Place>()
  private readonly perContainer: number
  private count = 0

  constructor(perContainer: number) {
    this.perContainer = perContainer
  }

  get size(): number {
    return this.count
  }

  take(id: string, occupant: Occupant): boolean {
    const place = this.places.get(id) ?? { taken: new Set(), closed: new Set() }
    if (place.taken.size >= this.perContainer) return false
    place.taken.add(occupant)
    this.places.set(id, place)
    this.count++
    return true
  }

  /** Called when its client has closed it. As many may linger as may be connected. */
  free(id: string, occupant: Occupant): void {
    const place = this.places.get(id)
    if (place?.taken.delete(occupant) !== true) return
    place.closed.add(occupant)
    const [longest] = place.closed
    if (place.closed.size > this.perContainer) longest?.leave(new Problem('server.unavailable'))
  }

  release(id: string, occupant: Occupant): void {
    const place = this.places.get(id)
    if (place === undefined || !(place.taken.delete(occupant) || place.closed.delete(occupant))) return
    this.count--
    if (place.taken.size + place.closed.size === 0) this.places.delete(id)
  }

  of(id: string): Occupant[] {
    const place = this.places.get(id)
    return place === undefined ? [] : [...place.taken, ...place.closed]
  }

  all(): Occupant[] {
    return [...this.places.keys()].flatMap((id) => this.of(id))
  }
}
