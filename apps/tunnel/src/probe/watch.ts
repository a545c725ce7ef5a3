import { noLatency } from '@pennant/contract/tunnel'
import type { Tunnel } from '../pool/tunnel.ts'
import type { Scope } from '../scope/scope.ts'
import { falls, latencyOf } from './pingfall.ts'
import type { Finding, Probe } from './probe.ts'

const probeEveryMs = 5000

type Needs = {
  probe: Probe
  tunnels(): readonly Tunnel[]
  scopeOf(host: string): Scope | undefined
  onFall(tunnel: Tunnel, finding: Finding): void
  every(ms: number, call: () => void): () => void
}

export const createWatch = ({ probe, tunnels, scopeOf, onFall, every }: Needs) => {
  const underWay = new Map<string, Promise<Finding>>()

  const ask = (remote: string): Promise<Finding> => {
    const asked = underWay.get(remote)
    if (asked !== undefined) return asked
    const asking = probe(remote).finally(() => underWay.delete(remote))
    underWay.set(remote, asking)
    return asking
  }

  const look = async (remote: string): Promise<Finding> => {
    const finding = await ask(remote)
    for (const tunnel of tunnels())
      if (tunnel.remote === remote) tunnel.latency = latencyOf(finding) ?? noLatency
    return finding
  }

  const lookAgain = async (remote: string, looked: readonly Tunnel[]): Promise<void> => {
    // The first probe closes nothing, since the instance may still be starting.
    const isFirst = underWay.has(remote)
    const finding = await look(remote)
    if (isFirst) return
    for (const tunnel of looked) {
      const scope = scopeOf(tunnel.host)
      if (scope !== undefined && falls(scope, finding)) onFall(tunnel, finding)
    }
  }

  const round = async (): Promise<void> => {
    const there = tunnels()
    const remotes = [...new Set(there.map(({ remote }) => remote))]
    await Promise.all(
      remotes.map((remote) =>
        lookAgain(
          remote,
          there.filter((tunnel) => tunnel.remote === remote),
        ),
      ),
    )
  }

  const stop = every(probeEveryMs, () => void round())
  return {
    first: (tunnel: Tunnel): void => void look(tunnel.remote),
    stop,
  }
}

export type Watch = ReturnType<typeof createWatch>
