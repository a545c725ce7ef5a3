import type { ContainerInspectInfo } from 'dockerode'
import type { Daemon } from '../docker/daemon.ts'
import { DaemonFault, isMissing } from '../docker/fault.ts'
import { installationLabel, markOf } from '../docker/label.ts'
import type { Target } from './known.ts'

export type Instances = {
  /** Whether a running instance of this installation has this address and exposes this port. */
  has(target: Target): Promise<boolean>
}

type Instance = { readonly id: string; readonly ports: ReadonlySet<number> }

export const createInstances = (daemon: Daemon, installation: string): Instances => {
  let known = new Map<string, Instance>()

  const list = async (): Promise<void> => {
    const label = [`${installationLabel}=${installation}`]
    const found = await daemon.ask((docker) => docker.listContainers({ filters: { label } }))
    const before = known
    known = new Map(
      found.flatMap(({ Id, NetworkSettings }) =>
        Object.values(NetworkSettings.Networks).map(({ IPAddress }): [string, Instance] => {
          const same = before.get(IPAddress)
          return [IPAddress, same?.id === Id ? same : { id: Id, ports: new Set() }]
        }),
      ),
    )
  }

  // Another container may have got the address since.
  const look = async ({ host, port }: Target): Promise<boolean> => {
    const instance = known.get(host)
    if (instance === undefined) return false
    try {
      const found = await daemon.ask((docker) => docker.getContainer(instance.id).inspect())
      const isThere = markOf(found.Config.Labels).installation === installation && isAt(found, host)
      const ports = portsOf(found)
      if (isThere) known.set(host, { id: instance.id, ports })
      else known.delete(host)
      return isThere && ports.has(port)
    } catch (error) {
      if (isMissing(error)) {
        known.delete(host)
        return false
      }
      // While the daemon is away, nobody gets an address.
      if (error instanceof DaemonFault && error.status === null) return instance.ports.has(port)
      throw error
    }
  }

  return {
    async has(target) {
      if (await look(target)) return true
      if (known.has(target.host)) return false
      await list()
      return look(target)
    },
  }
}

const isAt = ({ State, NetworkSettings }: ContainerInspectInfo, host: string): boolean =>
  State.Running && Object.values(NetworkSettings.Networks).some(({ IPAddress }) => IPAddress === host)

const portsOf = ({ Config }: ContainerInspectInfo): ReadonlySet<number> =>
  new Set(
    Object.keys(Config.ExposedPorts ?? {}).flatMap((port) =>
      port.endsWith('/tcp') ? Number.parseInt(port, 10) : [],
    ),
  )
