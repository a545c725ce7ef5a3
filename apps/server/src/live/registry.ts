import type { HubName } from './admission.ts'
import type { Connection } from './connection.ts'
import type { HubLimits } from './options.ts'
import type { TransportKind } from './transport.ts'

export type Overload = 'everywhere' | 'from here'

type Limits = Pick<
  HubLimits,
  'connections' | 'connectionsPerAddress' | 'anonymousConnections' | 'anonymousPerAddress'
>

export type Origin = { network: string; times: number; anonymous: boolean }

export class Registry {
  private readonly limits: Limits
  private readonly byToken = new Map<string, Connection>()
  private readonly origins = new Map<Connection, Origin>()
  private readonly perNetwork = new Map<string, number>()
  private readonly anonymous = new Map<string, number>()
  private anonymousCount = 0
  private readonly perHub = new Map<HubName, number>()
  private readonly perTransport = new Map<TransportKind, number>()
  private spent = new Set<string>()
  private spentBefore = new Set<string>()
  private emptied: (() => void) | null = null

  constructor(limits: Limits) {
    this.limits = limits
  }

  find(token: string): Connection | null {
    return this.byToken.get(token) ?? null
  }

  isSpent(token: string): boolean {
    return this.spent.has(token) || this.spentBefore.has(token)
  }

  /** Call it less often than tickets expire: tokens stay spent until the second call. */
  forgetSpent(): void {
    this.spentBefore = this.spent
    this.spent = new Set()
  }

  overload({ network, times, anonymous }: Origin): Overload | null {
    const { connections, connectionsPerAddress, anonymousConnections, anonymousPerAddress } = this.limits
    if (this.byToken.size >= connections) return 'everywhere'
    if ((this.perNetwork.get(network) ?? 0) >= connectionsPerAddress * times) return 'from here'
    if (!anonymous) return null
    if (this.anonymousCount >= anonymousConnections) return 'everywhere'
    return (this.anonymous.get(network) ?? 0) >= anonymousPerAddress * times ? 'from here' : null
  }

  add(connection: Connection, origin: Origin): void {
    this.byToken.set(connection.token, connection)
    this.origins.set(connection, origin)
    this.count(connection, origin, 1)
  }

  remove(connection: Connection): void {
    if (!this.byToken.delete(connection.token)) return
    this.spent.add(connection.token)
    const origin = this.origins.get(connection)
    this.origins.delete(connection)
    if (origin !== undefined) this.count(connection, origin, -1)
    if (this.byToken.size === 0) this.emptied?.()
  }

  all(): Connection[] {
    return [...this.byToken.values()]
  }

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

  private count({ request, transport }: Connection, { network, anonymous }: Origin, by: 1 | -1): void {
    change(this.perNetwork, network, by)
    if (anonymous) {
      this.anonymousCount += by
      change(this.anonymous, network, by)
    }
    change(this.perHub, request.hub, by)
    change(this.perTransport, transport.kind, by)
  }
}

function change<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
