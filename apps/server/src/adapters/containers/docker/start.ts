import { randomInt } from 'node:crypto'
import type { ContainerOrder, StartedContainer, StartOptions } from '../../../ports/containers.ts'
import type { Creation } from './creation.ts'
import type { Daemon } from './daemon.ts'
import { bindingOf, hostPortOf, publicHostOf } from './entry.ts'
import { DaemonFault, Refusal } from './fault.ts'
import type { KnownFeatures } from './feature.ts'
import { checkStart } from './start-check.ts'
import type { Guard } from './guard.ts'
import { type Images, referenceOf } from './image.ts'
import type { DockerNeeds } from './needs.ts'
import type { Networks } from './network.ts'
import { containerName } from '../reference.ts'
import { setUserIdRemarks } from './set-user-id.ts'
import { mayChangeUser } from './specification.ts'
import type { Removals } from './removal.ts'
import type { EnvironmentReader } from './environment.ts'
import { untilAborted } from '../../../kit/timeout.ts'

type Needs = Pick<DockerNeeds, 'settings' | 'installation' | 'publicEntry' | 'siteHost'> & {
  daemon: Daemon
  environment: EnvironmentReader
  images: Images
  networks: Networks
  guard: Pick<Guard, 'keep'>
  features: KnownFeatures
  creation: Creation
  removals: Removals
}

const startWithinMs = 60_000
const removeWithinMs = 10_000
// Only trying tells which ports are taken.
const mostAttempts = 8

export const createStart = (needs: Needs) => {
  const { daemon, images, networks, guard, creation, removals, settings, installation } = needs

  const expectRules = async ({ network }: ContainerOrder, signal: AbortSignal): Promise<void> => {
    const why = await untilAborted(guard.keep(), signal)
    if (network === 'Isolated' && why !== null)
      throw new Refusal('network', `Isolated instances can't be kept apart: ${why}`)
  }

  return async (order: ContainerOrder, { signal, onProgress }: StartOptions): Promise<StartedContainer> => {
    removals.spare(order.id)
    signal.throwIfAborted()
    const reference = referenceOf(order.image)
    const { route, processors, ports, proxy } = await untilAborted(needs.environment.read(), signal)
    if (route.kind === 'none' && !order.published)
      throw new Refusal('network', `Instances can't be reached: ${route.why}`)
    if (order.network === 'Isolated') await expectRules(order, signal)
    const image = await images.provide(reference, signal, (share) => onProgress('pulling', share))
    onProgress('starting', null)
    const site = { publicEntry: needs.publicEntry, siteHost: needs.siteHost() }
    const publicHost = publicHostOf(site, daemon.address)
    const bindAddress = bindingOf(order, route, publicHost)
    const options = { mode: order.network, publishes: bindAddress !== null }
    const name = containerName(reference, order.suffix)

    for (let attempt = 1; ; attempt++) {
      const networkId = await untilAborted(networks.provide(options), signal)
      // The rules come before the container.
      await expectRules(order, signal)
      signal.throwIfAborted()
      const hostPort = hostPortOf(bindAddress, ports, randomInt)
      const plan = {
        ...{ order, image, name, networkId, installation, processors, bindAddress, hostPort, settings },
      }
      const { id, features } = await creation.create(plan, signal)
      try {
        signal.throwIfAborted()
        const begun = daemon.ask((docker) => docker.getContainer(id).start(), { withinMs: startWithinMs })
        await untilAborted(begun, signal)
        const isSearched = order.isTest && !mayChangeUser(plan)
        const [{ entry, remarks }, found] = await Promise.all([
          checkStart(daemon, { order, id, networkId, route, bindAddress, gate: proxy }, signal),
          isSearched ? setUserIdRemarks(daemon, id, signal) : [],
        ])
        return {
          runtimeId: id,
          ip: entry.host,
          port: entry.port,
          publicIp: order.published ? publicHost : null,
          publicPort: order.published ? entry.publicPort : null,
          ...(order.isTest ? { remarks: [...remarks, ...found] } : {}),
        }
      } catch (error) {
        await removals.remove(id, removeWithinMs).catch(() => removals.clean(order.id))
        signal.throwIfAborted()
        const isWorthwhile = needs.features.learn(error, features) || isPassing(error)
        if (attempt >= mostAttempts || !isWorthwhile) throw error
        networks.forget()
      }
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof DaemonFault &&
  error.status !== null &&
  /network .*not found|no such network|port is already allocated|address already in use/i.test(error.message)
