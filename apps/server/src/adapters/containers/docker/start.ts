import type { ContainerOrder, StartedContainer, StartOptions } from '../../../ports/containers.ts'
import type { Creation } from './creation.ts'
import type { Daemon } from './daemon.ts'
import { bindingOf, publicHostOf } from './entry.ts'
import { DaemonFault } from './fault.ts'
import type { KnownFeatures } from './feature.ts'
import { passFirstMoments } from './first-moments.ts'
import { type Images, referenceOf } from './image.ts'
import type { DockerNeeds } from './needs.ts'
import type { Networks } from './network.ts'
import { containerName } from '../reference.ts'
import type { Removals } from './removal.ts'
import type { SurroundingsReader } from './surroundings.ts'
import { until } from '../until.ts'

type Needs = Pick<DockerNeeds, 'settings' | 'installation' | 'publicEntry' | 'siteHost'> & {
  daemon: Daemon
  surroundings: SurroundingsReader
  images: Images
  networks: Networks
  features: KnownFeatures
  creation: Creation
  removals: Removals
}

const startWithinMs = 60_000
/** Whoever waits is told by then; what is left is removed as soon as that is possible. */
const removeWithinMs = 10_000
const mostAttempts = 4

/** From an order to a service that runs; throws, and leaves nothing, when there is none. */
export const createStart = (needs: Needs) => {
  const { daemon, images, networks, creation, removals, settings, installation } = needs

  return async (order: ContainerOrder, { signal, onProgress }: StartOptions): Promise<StartedContainer> => {
    removals.spare(order.id)
    signal.throwIfAborted()
    const reference = referenceOf(order.image)
    const { way, processors } = await until(needs.surroundings.read(), signal)
    const image = await images.provide(reference, signal, (share) => onProgress('pulling', share))
    onProgress('starting', null)
    const publicHost = publicHostOf(needs, daemon.address)
    const bindAddress = bindingOf(order, way, publicHost)
    const self = way.kind === 'attached' && !order.published ? way.self : null
    const wish = { mode: order.network, publishes: bindAddress !== null, self }
    const name = containerName(reference, order.suffix)

    for (let attempt = 1; ; attempt++) {
      const networkId = await until(networks.provide(wish), signal)
      signal.throwIfAborted()
      const plan = { order, image, name, networkId, installation, processors, bindAddress, settings }
      const { id, features } = await creation.create(plan, signal)
      try {
        signal.throwIfAborted()
        const begun = daemon.ask((docker) => docker.getContainer(id).start(), { withinMs: startWithinMs })
        await until(begun, signal)
        const entry = await passFirstMoments(daemon, { order, id, networkId, way }, signal)
        return {
          runtimeId: id,
          ip: entry.host,
          port: entry.port,
          publicIp: order.published ? publicHost : null,
          publicPort: order.published ? entry.publicPort : null,
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

/** A network that was removed meanwhile, or a port that somebody else was quicker to take. */
const isPassing = (error: unknown): boolean =>
  error instanceof DaemonFault &&
  error.status !== null &&
  /network .*not found|no such network|port is already allocated|address already in use/i.test(error.message)
