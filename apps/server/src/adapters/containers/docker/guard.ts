import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkMode } from '@pennant/contract/enums'
import { bridgeOf, interfacesHere } from './bridge.ts'
import type { Daemon } from './daemon.ts'
import { networkName } from './network-names.ts'
import type { PacketFilter } from './packet-filter.ts'
import type { EnvironmentReader } from './environment.ts'
import { askProxy } from './proxy-answer.ts'
import { untilAborted } from '../../../kit/timeout.ts'

export type Guard = {
  /** Null if the rules hold, else the reason; throws if the daemon is away. */
  keep(): Promise<string | null>
  /** Repeats until `signal` aborts: other programs of this machine may remove rules. */
  run(signal: AbortSignal): Promise<void>
}

const everyMs = 15_000

export const createGuard = (
  daemon: Daemon,
  environment: EnvironmentReader,
  filter: PacketFilter,
  prefix: string | null,
  onNote: (note: string) => void,
): Guard => {
  const look = async (): Promise<string | null> => {
    const { noRules, proxy } = await environment.read()
    if (proxy !== null) return rulesOfProxy(daemon)
    if (noRules !== null) return noRules
    const filters = { driver: ['bridge'] }
    const all = await daemon.ask((docker) => docker.listNetworks({ filters }))
    const here = await interfacesHere()
    const bridgesOf = (mode: NetworkMode): string[] =>
      all
        .filter(({ Name }) => Name === networkName(prefix, mode))
        .map(bridgeOf)
        .filter((bridge) => bridge !== null)
    const bridges = {
      open: bridgesOf('Open'),
      isolated: bridgesOf('Isolated'),
      custom: bridgesOf('Custom'),
    }
    const ours = Object.values(bridges).flat()
    const others = all.map(bridgeOf).filter((bridge) => bridge !== null)
    // Without bridges of its own yet, those of others tell where the daemon has them.
    const isHere =
      ours.length > 0
        ? ours.every((bridge) => here.has(bridge))
        : others.length === 0 || others.some((bridge) => here.has(bridge))
    if (!isHere) return 'The bridges of the Docker networks are not in the network namespace of this server'
    try {
      await (ours.length > 0 ? filter.apply(bridges) : filter.probe())
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  let underWay: Promise<string | null> | null = null
  let next: Promise<string | null> | null = null

  // Callers during a run share the next one, which sees what they have made.
  const keep = (): Promise<string | null> => {
    if (underWay === null) {
      underWay = look().finally(() => {
        underWay = null
      })
      return underWay
    }
    next ??= underWay
      .catch(() => null)
      .then(() => {
        next = null
        return keep()
      })
    return next
  }

  return {
    keep,
    async run(signal) {
      while (!signal.aborted) {
        const why = await untilAborted(keep(), signal).catch(() => null)
        if (why !== null)
          onNote(`Couldn't keep instances from reaching this machine, so isolated ones are refused: ${why}`)
        await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    },
  }
}

// A proxy that was exchanged for a daemon since sets no rules.
const rulesOfProxy = async ({ address }: Daemon): Promise<string | null> => {
  const answer = await askProxy(address)
  if (answer === null) return `The Docker proxy at ${address.shown} is gone. Restart this server`
  return answer.noRules === null ? null : `The Docker proxy says: ${answer.noRules}`
}
