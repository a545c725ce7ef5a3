import { isLocal } from './address.ts'
import type { Daemon } from './daemon.ts'
import { isMissing } from './fault.ts'
import type { DockerSettings } from './needs.ts'
import { isRecord } from './seen.ts'
import { possibleOwnContainer } from './own-container.ts'

/**
 * How this server gets to a container that is not published for players: at its address in the Docker network;
 * the same, once our own container is in that network, too; or through a port of the daemon's host.
 */
export type Way =
  | { readonly kind: 'internal' }
  | { readonly kind: 'attached'; readonly self: string }
  | { readonly kind: 'published'; readonly host: string; readonly bindAddress: string }

export type Surroundings = { readonly way: Way; readonly processors: number }

export type SurroundingsReader = { read(): Promise<Surroundings> }

/** Asked once, as soon as the daemon answers. */
export const createSurroundings = (
  daemon: Daemon,
  reach: DockerSettings['reach'],
  platform: string = process.platform,
): SurroundingsReader => {
  let known: Promise<Surroundings> | null = null
  const look = async (): Promise<Surroundings> => {
    const facts = factsOf(await daemon.ask((docker): Promise<unknown> => docker.info()))
    const self = platform === 'linux' ? await ownContainer(daemon) : null
    return {
      way: wayOf({ ...facts, self, reach, platform, address: daemon.address }),
      processors: facts.processors,
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

export type OwnContainer = { readonly id: string; readonly onHostNetwork: boolean }

type Facts = { readonly processors: number; readonly isHidden: boolean }

type WayFacts = Facts & {
  readonly self: OwnContainer | null
  readonly reach: DockerSettings['reach']
  readonly platform: string
  readonly address: Daemon['address']
}

export const wayOf = ({ self, reach, platform, address, isHidden }: WayFacts): Way => {
  const local = isLocal(address)
  if (reach !== 'Published') {
    if (self !== null && !self.onHostNetwork) return { kind: 'attached', self: self.id }
    if (reach === 'Internal' || self !== null) return { kind: 'internal' }
    if (local && !isHidden && platform === 'linux') return { kind: 'internal' }
  }
  return {
    kind: 'published',
    host: address.kind === 'host' ? address.host : '127.0.0.1',
    bindAddress: local ? '127.0.0.1' : '0.0.0.0',
  }
}

/** Docker Desktop and daemons without root keep their networks in a place of their own. */
const factsOf = (info: unknown): Facts => {
  const { NCPU, OperatingSystem, SecurityOptions } = isRecord(info) ? info : {}
  const isRootless =
    Array.isArray(SecurityOptions) && SecurityOptions.some((each) => /rootless/.test(String(each)))
  return {
    processors: typeof NCPU === 'number' && NCPU > 0 ? NCPU : 1,
    isHidden: isRootless || OperatingSystem === 'Docker Desktop',
  }
}

const ownContainer = async (daemon: Daemon): Promise<OwnContainer | null> => {
  const id = await possibleOwnContainer()
  if (id === null) return null
  try {
    const { Id, HostConfig } = await daemon.ask((docker) => docker.getContainer(id).inspect())
    return { id: Id, onHostNetwork: HostConfig.NetworkMode === 'host' }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
