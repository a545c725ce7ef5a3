import type { HubName } from './admission.ts'
import type { Connection } from './connection.ts'
import type { HubLimits } from './options.ts'
import type { TransportKind } from './transport.ts'

export type Overload = 'everywhere' | 'from here'

/** The connections of this process, and the tokens that have had theirs. */
export class Registry {
  private readonly limits: Pick<HubLimits, 'connections' | 'connectionsPerAddress'>
  private readonly byToken = new Map<string, Connection>()
  private readonly perAddress = new Map<string, number>()
  private readonly perHub = new Map<HubName, number>()
  private readonly perTransport = new Map<TransportKind, number>()
  private spent = new Set<string>()
  private spentBefore = new Set<string>()
  private emptied: (() => void) | null = null

  constructor(limits: Pick<HubLimits, 'connections' | 'connectionsPerAddress'>) {
    this.limits = limits
  }

  find(token: string): Connection | null {
    return this.byToken.get(token) ?? null
  }

  /** True when the token has been used: a connection that has ended does not come back. */
  isSpent(token: string): boolean {
    return this.spent.has(token) || this.spentBefore.has(token)
  }

  /** Forgets tokens spent before the last call. To be called less often than tickets expire. */
  forgetSpent(): void {
    this.spentBefore = this.spent
    this.spent = new Set()
  }

  overload(address: string): Overload | null {
    if (this.byToken.size >= this.limits.connections) return 'everywhere'
    return (this.perAddress.get(address) ?? 0) >= this.limits.connectionsPerAddress ? 'from here' : null
  }

  add(connection: Connection): void {
    this.byToken.set(connection.token, connection)
    this.count(connection, 1)
  }

  remove(connection: Connection): void {
    if (!this.byToken.delete(connection.token)) return
    this.spent.add(connection.token)
    this.count(connection, -1)
    if (this.byToken.size === 0) this.emptied?.()
  }

  all(): Connection[] {
    return [...this.byToken.values()]
  }

  /** Resolves when no connection is left. */
  async empty(): Promise<void> {
    if (this.byToken.size === 0) return
    await new Promise<void>((resolve) => {
      this.emptied = resolve
    })
  }

  counts(): { hubs: Record<HubName, number>; transports: Record<TransportKind, number> } {
    const onHub = (hub: HubName): number => this.perHub.get(hub) ?? 0
    const by = (kind: TransportKind): number => this.perTransport.get(kind) ?? 0
    return {
      hubs: { user: onHub('user'), monitor: onHub('monitor'), admin: onHub('admin') },
      transports: {
        WebSockets: by('WebSockets'),
        ServerSentEvents: by('ServerSentEvents'),
        LongPolling: by('LongPolling'),
      },
    }
  }

  private count({ request, transport }: Connection, by: 1 | -1): void {
    change(this.perAddress, request.address, by)
    change(this.perHub, request.hub, by)
    change(this.perTransport, transport.kind, by)
  }
}

function change<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
