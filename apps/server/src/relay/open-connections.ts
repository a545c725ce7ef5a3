import { Problem } from '@pennant/contract/problem'

export type TunnelConnection = {
  leave(reason: Problem): void
}

type ContainerConnections = {
  readonly taken: Set<TunnelConnection>
  /** Closed by their clients, the oldest first; their containers may still answer. */
  readonly closed: Set<TunnelConnection>
}

// Holds the actual connections, so that no count can be left over.
export class OpenConnections {
  private readonly byContainer = new Map<string, ContainerConnections>()
  private readonly perContainer: number
  private count = 0

  constructor(perContainer: number) {
    this.perContainer = perContainer
  }

  get size(): number {
    return this.count
  }

  take(id: string, connection: TunnelConnection): boolean {
    const ofContainer = this.byContainer.get(id) ?? { taken: new Set(), closed: new Set() }
    if (ofContainer.taken.size >= this.perContainer) return false
    ofContainer.taken.add(connection)
    this.byContainer.set(id, ofContainer)
    this.count++
    return true
  }

  /** Called when its client has closed it. As many may linger as may be connected. */
  free(id: string, connection: TunnelConnection): void {
    const ofContainer = this.byContainer.get(id)
    if (ofContainer?.taken.delete(connection) !== true) return
    ofContainer.closed.add(connection)
    const [longest] = ofContainer.closed
    if (ofContainer.closed.size > this.perContainer) longest?.leave(new Problem('server.unavailable'))
  }

  release(id: string, connection: TunnelConnection): void {
    const ofContainer = this.byContainer.get(id)
    if (
      ofContainer === undefined ||
      !(ofContainer.taken.delete(connection) || ofContainer.closed.delete(connection))
    )
      return
    this.count--
    if (ofContainer.taken.size + ofContainer.closed.size === 0) this.byContainer.delete(id)
  }

  of(id: string): TunnelConnection[] {
    const ofContainer = this.byContainer.get(id)
    return ofContainer === undefined ? [] : [...ofContainer.taken, ...ofContainer.closed]
  }

  all(): TunnelConnection[] {
    return [...this.byContainer.keys()].flatMap((id) => this.of(id))
  }
}
