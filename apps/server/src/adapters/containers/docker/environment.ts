import { isLocal } from './address.ts'
import { type Daemon, isRecord } from './daemon.ts'
import { DaemonFault, isMissing } from './fault.ts'
import type { DockerSettings } from './needs.ts'
import { possibleOwnContainer } from './own-container.ts'
import { publishedPorts } from './packet-filter.ts'
import { askProxy } from './proxy-answer.ts'

/** How this server reaches a container that isn't published for players. */
export type Route =
  | { readonly kind: 'internal' }
  /** `bindAddress` blank: all addresses of the host. */
  | { readonly kind: 'published'; readonly host: string; readonly bindAddress: string }
  | { readonly kind: 'none'; readonly why: string }

export type DockerEnvironment = {
  readonly route: Route
  readonly processors: number
  /** Why this server can't set packet rules, whatever its rights; null if it may. */
  readonly noRules: string | null
  readonly self: string | null
  /** The socket of the Docker proxy, which sets the rules and opens connections to instances; null without one. */
  readonly proxy: string | null
  /** Ports of the host that instances get. */
  readonly ports: { readonly from: number; readonly to: number }
}

export type EnvironmentReader = { read(): Promise<DockerEnvironment> }

export const createEnvironmentReader = (
  daemon: Daemon,
  reach: DockerSettings['reach'],
  installation: string,
  platform: string = process.platform,
): EnvironmentReader => {
  let known: Promise<DockerEnvironment> | null = null
  const look = async (): Promise<DockerEnvironment> => {
    const answer = await askProxy(daemon.address)
    const facts = factsOf(await daemon.ask((docker): Promise<unknown> => docker.info()))
    if (answer !== null && daemon.address.kind === 'socket') {
      if (answer.installation !== installation) throw foreignProxy(daemon.address.shown, installation)
      const behind = { route: { kind: 'internal' }, noRules: null, self: null } as const
      return { ...behind, processors: facts.processors, proxy: daemon.address.path, ports: answer.ports }
    }
    const self = platform === 'linux' ? await ownContainer(daemon) : null
    const here = { ...facts, self, reach, platform, address: daemon.address }
    return {
      route: routeOf(here),
      processors: facts.processors,
      noRules: noRulesOf(here),
      self: self === null || self.onHostNetwork ? null : self.id,
      proxy: null,
      ports: await publishedPorts(),
    }
  }
  return {
    read() {
      known ??= look().catch((error: unknown) => {
        known = null
        throw error
      })
      return known
    },
  }
}

const foreignProxy = (shown: string, installation: string): DaemonFault =>
  new DaemonFault(
    403,
    `The Docker proxy at ${shown} serves another installation. Start it with --installation ${installation}`,
  )

export type OwnContainer = {
  readonly id: string
  readonly onHostNetwork: boolean
  readonly gateway: string | null
}

type Facts = { readonly processors: number; readonly hidden: 'rootless' | 'desktop' | null }

type RouteFacts = Facts & {
  readonly self: OwnContainer | null
  readonly reach: DockerSettings['reach']
  readonly platform: string
  readonly address: Daemon['address']
}

export const routeOf = ({ self, reach, platform, address, hidden }: RouteFacts): Route => {
  const local = isLocal(address)
  if (reach === 'Internal') return { kind: 'internal' }
  // Among instances, this server would be one that they reach.
  if (self !== null && !self.onHostNetwork)
    return self.gateway === null
      ? {
          kind: 'none',
          why: 'This server runs in a container without a network that leads to the Docker host',
        }
      : { kind: 'published', host: self.gateway, bindAddress: self.gateway }
  if (reach === 'Auto' && (self !== null || (local && hidden === null && platform === 'linux')))
    return { kind: 'internal' }
  return {
    kind: 'published',
    host: address.kind === 'host' ? address.host : '127.0.0.1',
    bindAddress: local ? '127.0.0.1' : '',
  }
}

// Bridges can be closed only in their own network namespace.
export const noRulesOf = ({ self, platform, address, hidden }: Omit<RouteFacts, 'reach'>): string | null => {
  if (self !== null && !self.onHostNetwork)
    return 'This server runs in a container with a network of its own. Run it on the Docker host, in a container on the network of the host, or with the Docker proxy'
  if (!isLocal(address)) return 'The Docker daemon is on another machine. Run this server on the Docker host'
  if (hidden === 'desktop' || platform !== 'linux')
    return 'Docker runs in a virtual machine of its own. Run this server and Docker on Linux'
  if (hidden === 'rootless')
    return 'The Docker daemon runs without root and keeps its networks to itself. Use one that runs as root'
  return null
}

// Docker Desktop and rootless daemons keep their networks elsewhere.
const factsOf = (info: unknown): Facts => {
  const { NCPU, OperatingSystem, SecurityOptions } = isRecord(info) ? info : {}
  const isRootless =
    Array.isArray(SecurityOptions) && SecurityOptions.some((each) => /rootless/.test(String(each)))
  return {
    processors: typeof NCPU === 'number' && NCPU > 0 ? NCPU : 1,
    hidden: isRootless ? 'rootless' : OperatingSystem === 'Docker Desktop' ? 'desktop' : null,
  }
}

const ownContainer = async (daemon: Daemon): Promise<OwnContainer | null> => {
  const id = await possibleOwnContainer()
  if (id === null) return null
  try {
    const { Id, HostConfig, NetworkSettings } = await daemon.ask((docker) =>
      docker.getContainer(id).inspect(),
    )
    const gateways = Object.values(NetworkSettings.Networks).map(({ Gateway }) => Gateway)
    return {
      id: Id,
      onHostNetwork: HostConfig.NetworkMode === 'host',
      gateway: gateways.find((gateway) => gateway !== '') ?? null,
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
