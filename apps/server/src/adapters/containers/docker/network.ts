import type { NetworkInspectInfo } from 'dockerode'
import type { NetworkMode } from '@pennant/contract/enums'
import type { Daemon } from './daemon.ts'
import { DaemonFault, Refusal } from './fault.ts'
import { installationLabel } from './label.ts'
import { misfitOf, type NetworkWish, shapeOf } from './network-shape.ts'

export type Networks = {
  /** The id of the network; made when it is missing and may be made. */
  provide(wish: NetworkWish): Promise<string>
  /** Something was wrong with a network: it is looked up anew the next time. */
  forget(): void
}

type Needs = {
  daemon: Daemon
  prefix: string | null
  installation: string
  onNote: (note: string) => void
}

const defaultPrefix = 'pennant'

const nameOf = (prefix: string | null, mode: NetworkMode): string =>
  `${prefix ?? defaultPrefix}-${mode.toLowerCase()}`

const modes: readonly NetworkMode[] = ['Open', 'Isolated', 'Custom']

export const networkNames = (prefix: string | null): readonly string[] =>
  modes.map((mode) => nameOf(prefix, mode))

export const createNetworks = ({ daemon, prefix, installation, onNote }: Needs): Networks => {
  const known = new Map<string, Promise<string>>()

  const find = async (name: string): Promise<NetworkInspectInfo | null> => {
    const all = await daemon.ask((docker) => docker.listNetworks({ filters: { name: [name] } }))
    // The daemon looks for parts of names, and two servers may have made one at the same moment.
    const exact = all.filter((network) => network.Name === name)
    return exact.toSorted((a, b) => (a.Created < b.Created ? -1 : 1))[0] ?? null
  }

  const make = async (name: string, wish: NetworkWish): Promise<NetworkInspectInfo> => {
    const labels = { [installationLabel]: installation }
    const bridge = { Driver: 'bridge', CheckDuplicate: true, Attachable: true, EnableIPv6: false }
    const made = await daemon
      .ask((docker) => docker.createNetwork({ Name: name, ...bridge, Labels: labels, ...shapeOf(wish) }))
      .catch((error: unknown) => {
        if (error instanceof DaemonFault && error.status === 409) return null
        throw error
      })
    const found = await find(name)
    if (found === null) throw new Refusal('unavailable', `The Docker network ${name} could not be made`)
    if (made !== null && made.id !== found.Id) await remove(made.id)
    return found
  }

  const remove = (id: string): Promise<boolean> =>
    daemon
      .ask((docker) => docker.getNetwork(id).remove())
      .then(
        () => true,
        () => false,
      )

  /** What does not fit any more, since the settings changed, is made anew if it is ours and nobody is in it. */
  const fitting = async (found: NetworkInspectInfo, wish: NetworkWish): Promise<NetworkInspectInfo> => {
    const misfit = misfitOf(found, wish)
    if (misfit === null) return found
    if (found.Labels?.[installationLabel] === installation && (await isEmpty(found.Id, wish.self)))
      if (await remove(found.Id)) return make(found.Name, wish)
    const words = `The Docker network ${found.Name} ${misfit.words}; remove it, and it is made anew`
    if (misfit.isFatal) throw new Refusal('invalid', words)
    onNote(words)
    return found
  }

  /** But for ourselves, who then leave. */
  const isEmpty = async (id: string, self: string | null): Promise<boolean> => {
    const { Containers = {} } = await daemon.ask((docker) => docker.getNetwork(id).inspect())
    if (Object.keys(Containers).some((container) => container !== self)) return false
    const leave = { Container: self ?? '', Force: true }
    if (self !== null && self in Containers)
      await daemon.ask((docker) => docker.getNetwork(id).disconnect(leave)).catch(() => undefined)
    return true
  }

  const join = async ({ Id, Name }: NetworkInspectInfo, self: string): Promise<void> => {
    try {
      await daemon.ask((docker) => docker.getNetwork(Id).connect({ Container: self }))
    } catch (error) {
      if (!(error instanceof DaemonFault) || error.status === null) throw error
      if (/already (exists|connected|attached)/i.test(error.message)) return
      onNote(
        `This server could not join the Docker network ${Name} and reaches no instance in it: ${error.message}`,
      )
    }
  }

  const settle = async (name: string, wish: NetworkWish): Promise<string> => {
    const found = await find(name)
    if (found === null && wish.mode === 'Custom')
      throw new Refusal('invalid', `There is no Docker network ${name}, and this one you have to make`)
    const network =
      found === null ? await make(name, wish) : wish.mode === 'Custom' ? found : await fitting(found, wish)
    if (wish.self !== null) await join(network, wish.self)
    return network.Id
  }

  return {
    provide(wish) {
      const name = nameOf(prefix, wish.mode)
      const key = `${name} ${wish.publishes} ${wish.self}`
      const settling =
        known.get(key) ??
        settle(name, wish).catch((error: unknown) => {
          known.delete(key)
          throw error
        })
      known.set(key, settling)
      return settling
    },
    forget: () => known.clear(),
  }
}
