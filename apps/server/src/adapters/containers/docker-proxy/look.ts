import type { Daemon } from '../docker/daemon.ts'
import type { EnvironmentReader } from '../docker/environment.ts'
import { isMissing } from '../docker/fault.ts'
import type { Guard } from '../docker/guard.ts'
import { markOf } from '../docker/label.ts'
import { modeNamed, networkNames } from '../docker/network-names.ts'
import type { Instances } from './instances.ts'
import type { Known, KnownContainer, KnownHost, KnownNetwork, Needs } from './known.ts'

type Sources = {
  daemon: Daemon
  prefix: string | null
  environment: EnvironmentReader
  guard: Pick<Guard, 'keep'>
  instances: Instances
}

/** Asks the daemon what a call is about: what the caller says doesn't count. */
export const createLook = ({ daemon, prefix, environment, guard, instances }: Sources) => {
  const containerNamed = async (name: string): Promise<KnownContainer | null> => {
    try {
      const { Id, Name, Config } = await daemon.ask((docker) => docker.getContainer(name).inspect())
      const { installation } = markOf(Config.Labels)
      return { id: Id, name: Name.replace(/^\//, ''), installation }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const networks = async (): Promise<readonly KnownNetwork[]> => {
    const filters = { name: [...networkNames(prefix)] }
    const all = await daemon.ask((docker) => docker.listNetworks({ filters }))
    return all.flatMap(({ Id, Name, Labels }) => {
      const mode = modeNamed(prefix, Name)
      return mode === null ? [] : [{ id: Id, name: Name, mode, installation: markOf(Labels).installation }]
    })
  }

  const host = async (): Promise<KnownHost> => {
    const [{ processors, ports }, noRules] = await Promise.all([environment.read(), guard.keep()])
    return { processors, ports, noRules }
  }

  return async (needs: Needs): Promise<Known> => ({
    container: needs.container === null ? null : await containerNamed(needs.container),
    networks: needs.networks ? await networks() : [],
    host: needs.host ? await host() : null,
    isInstance: needs.instance !== null && (await instances.has(needs.instance)),
  })
}
