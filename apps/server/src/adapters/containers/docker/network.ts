import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkInspectInfo } from 'dockerode'
import type { NetworkMode } from '@pennant/contract/enums'
import { asBody, type Daemon } from './daemon.ts'
import { DaemonFault, Refusal } from './fault.ts'
import { installationLabel } from './label.ts'
import { networkName } from './network-names.ts'
import { creationOf, type NetworkMismatch, mismatchOf, type NetworkOptions } from './network-shape.ts'
import type { EnvironmentReader } from './environment.ts'

export type Networks = {
  provide(options: NetworkOptions): Promise<string>
  /** Null if instances can start in these modes. */
  complaint(mode: NetworkMode): Promise<string | null>
  forget(): void
}

const mostLooks = 50
const betweenLooksMs = 100

export const createNetworks = (
  daemon: Daemon,
  environment: EnvironmentReader,
  prefix: string | null,
  installation: string,
  onNote: (note: string) => void,
): Networks => {
  const known = new Map<string, Promise<string>>()

  const find = async (name: string): Promise<NetworkInspectInfo | null> => {
    const all = await daemon.ask((docker) => docker.listNetworks({ filters: { name: [name] } }))
    // The daemon matches parts of names, and two servers may have created one at the same moment.
    const exact = all.filter((network) => network.Name === name)
    return exact.toSorted((a, b) => (a.Created < b.Created ? -1 : 1))[0] ?? null
  }

  const make = async (name: string, options: NetworkOptions): Promise<NetworkInspectInfo> => {
    const made = await daemon
      .ask((docker) => docker.createNetwork(asBody(creationOf(name, installation, options))))
      .catch((error: unknown) => {
        if (isMadeByAnother(error)) return null
        throw error
      })
    const found = made === null ? await appearing(name) : await find(name)
    if (found === null) throw new Refusal('unavailable', `Couldn't create the Docker network ${name}`)
    if (made !== null && made.id !== found.Id) await remove(made.id)
    return found
  }

  // While another server creates it, its name and bridge are taken before the daemon lists it.
  const appearing = async (name: string): Promise<NetworkInspectInfo | null> => {
    for (let looks = mostLooks; looks > 0; looks--) {
      const found = await find(name)
      if (found !== null) return found
      await wait(betweenLooksMs)
    }
    return null
  }

  const remove = (id: string): Promise<boolean> =>
    daemon
      .ask((docker) => docker.getNetwork(id).remove())
      .then(
        () => true,
        () => false,
      )

  const isOurs = ({ Labels }: NetworkInspectInfo): boolean => Labels?.[installationLabel] === installation

  // A network that no longer fits the settings is replaced if it is this server's and empty.
  const fitting = async (found: NetworkInspectInfo, options: NetworkOptions): Promise<NetworkInspectInfo> => {
    const mismatch = mismatchOf(found, options)
    if (mismatch === null) return found
    if (isOurs(found) && (await isEmpty(found.Id)) && (await remove(found.Id)))
      return make(found.Name, options)
    const message = messageOf(found, mismatch)
    if (mismatch.isFatal) throw new Refusal('network', message)
    onNote(message)
    return found
  }

  const isEmpty = async (id: string): Promise<boolean> => {
    const { Containers = {} } = await daemon.ask((docker) => docker.getNetwork(id).inspect())
    return Object.keys(Containers).length === 0
  }

  // Earlier versions joined instance networks, and a restarted container is still in them.
  const leave = async (network: NetworkInspectInfo): Promise<void> => {
    const { self } = await environment.read()
    if (self === null || !isOurs(network)) return
    const { Containers = {} } = await daemon.ask((docker) => docker.getNetwork(network.Id).inspect())
    const options = { Container: self, Force: true }
    if (self in Containers) await daemon.ask((docker) => docker.getNetwork(network.Id).disconnect(options))
  }

  const settle = async (name: string, options: NetworkOptions): Promise<string> => {
    const found = await find(name)
    if (found === null && options.mode === 'Custom')
      throw new Refusal('invalid', `There is no Docker network ${name}: create it`)
    if (found === null) return (await make(name, options)).Id
    if (options.mode === 'Custom') return found.Id
    await leave(found)
    return (await fitting(found, options)).Id
  }

  return {
    provide(options) {
      const name = networkName(prefix, options.mode)
      const key = `${name} ${options.publishes}`
      const settling =
        known.get(key) ??
        settle(name, options).catch((error: unknown) => {
          known.delete(key)
          throw error
        })
      known.set(key, settling)
      return settling
    },
    async complaint(mode) {
      const found = mode === 'Custom' ? null : await find(networkName(prefix, mode))
      if (found === null) return null
      const mismatch = mismatchOf(found, { mode, publishes: !found.Internal })
      if (mismatch?.isFatal !== true || (isOurs(found) && (await isEmpty(found.Id)))) return null
      return messageOf(found, mismatch)
    },
    forget: () => known.clear(),
  }
}

const messageOf = ({ Name }: NetworkInspectInfo, { message }: NetworkMismatch): string =>
  `The Docker network ${Name} ${message}. Stop its containers and remove it; the server creates it again when needed`

const isMadeByAnother = (error: unknown): boolean =>
  error instanceof DaemonFault && (error.status === 409 || /same bridge name/i.test(error.message))
