import type { Containers, FoundContainer, StartOutcome } from '../../../ports/containers.ts'
import { createCreation } from './creation.ts'
import { createDaemon } from './daemon.ts'
import { cleaned, DaemonFault, isMissing, Refusal, refusalOf } from './fault.ts'
import { endOf } from './ended.ts'
import { createFeatures } from './feature.ts'
import { createGuard } from './guard.ts'
import { createImages, referenceOf } from './image.ts'
import { installationLabel, markOf } from './label.ts'
import { logOf } from './log.ts'
import type { DockerNeeds } from './needs.ts'
import { createNetworks } from './network.ts'
import { createPacketFilter } from './packet-filter.ts'
import { addressesIn, instanceNetworks } from './instance-networks.ts'
import { createRemovals } from './removal.ts'
import { createStart } from './start.ts'
import { createEnvironmentReader } from './environment.ts'
import { limited } from '../../../kit/timeout.ts'
import { watchDaemon } from './watch.ts'

// Includes pulling; a pull goes on alone, so that a later start finds the image.
const allWithinMs = 900_000
const checkWithinMs = 3_000

/** Connects to the daemon and loads the library only on first use. */
export const createDockerContainers = (needs: DockerNeeds): Containers => {
  const { settings, installation, registries } = needs
  const closing = new AbortController()
  const noted = new Set<string>()
  const onNote = (note: string): void => {
    if (noted.has(note)) return
    noted.add(note)
    needs.onNote(note)
  }
  const secrets = Object.values(registries).map(({ password }) => password)
  if (settings.password !== null) secrets.push(settings.password)

  const daemon = createDaemon(settings)
  const removals = createRemovals(daemon, installation, closing.signal)
  const features = createFeatures(onNote)
  const environment = createEnvironmentReader(daemon, settings.reach, installation)
  const prefix = settings.challengeNetwork
  const networks = createNetworks(daemon, environment, prefix, installation, onNote)
  const filter = createPacketFilter(installation)
  const guard = createGuard(daemon, environment, filter, prefix, onNote)
  const images = createImages(daemon, registries, closing.signal)
  const start = createStart({
    ...needs,
    daemon,
    removals,
    environment,
    images,
    networks,
    guard,
    features,
    creation: createCreation(daemon, removals, installation, features),
  })

  const refused = (error: unknown): StartOutcome => {
    const refusal = error instanceof DaemonFault ? refusalOf(error) : error
    if (!(refusal instanceof Refusal)) throw error
    return { refused: refusal.refused, detail: cleaned(refusal.message, secrets) }
  }

  // Null unless it is a container of this installation.
  const find = async (runtimeId: string): Promise<string | null> => {
    if (!/^[0-9a-f]{12,64}$/.test(runtimeId)) return null
    try {
      const { Id, Config } = await daemon.ask((docker) => docker.getContainer(runtimeId).inspect())
      if (markOf(Config.Labels).installation === installation) return Id
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    throw new Error(`The container ${runtimeId} belongs to another installation and is left alone`)
  }

  return {
    kind: 'docker',
    startsAtOnce: needs.startsAtOnce,

    async start(order, { signal, onProgress }) {
      const late = (): Error =>
        new Refusal('timeout', `The start took longer than ${allWithinMs / 60_000} minutes`)
      const limit = limited(signal, allWithinMs, late)
      let isOver = false
      try {
        const started = await start(order, {
          signal: limit.signal,
          onProgress: (phase, share) => isOver || onProgress(phase, share),
        })
        return { started }
      } catch (error) {
        signal.throwIfAborted()
        return refused(error)
      } finally {
        isOver = true
        limit.end()
      }
    },

    async destroy(runtimeId) {
      const id = await find(runtimeId)
      if (id !== null) await removals.remove(id)
    },

    async list() {
      const label = [`${installationLabel}=${installation}`]
      const found = await daemon.ask((docker) => docker.listContainers({ all: true, filters: { label } }))
      const there = found.filter(({ State }) => State !== 'removing')
      return Promise.all(
        there.map(async ({ Id, Labels, State }): Promise<FoundContainer> => {
          const one = { id: markOf(Labels).instance, runtimeId: Id }
          if (State === 'running' || State === 'paused') return { ...one, running: true }
          return { ...one, running: false, end: await endOf(daemon, Id) }
        }),
      )
    },

    async log(runtimeId, lines) {
      const id = await find(runtimeId)
      return id === null ? null : logOf(daemon, id, lines)
    },

    watch: (onGone, signal) => watchDaemon(daemon, installation, removals, onGone, signal),

    guard: guard.run,

    async limits() {
      const [{ route }, noRules] = await Promise.all([environment.read(), guard.keep()])
      return {
        isolated: noRules ?? (await networks.complaint('Isolated')),
        open: await networks.complaint('Open'),
        unreachable: route.kind === 'none' ? route.why : null,
        unguarded: noRules,
      }
    },

    async check() {
      const said: unknown = await daemon.ask((docker) => docker.ping(), { withinMs: checkWithinMs })
      if (String(said).trim() !== 'OK')
        throw new Error(`The service at ${daemon.address.shown} is not a Docker daemon`)
      await environment.read()
    },

    async capacity() {
      // The Docker proxy leaves out what it doesn't know.
      const info = (await daemon.ask((docker) => docker.info())) as Partial<
        Record<'NCPU' | 'MemTotal', number>
      >
      const { NCPU: cpu, MemTotal: bytes } = info
      if (cpu === undefined || bytes === undefined) return null
      const addresses = addressesIn(await instanceNetworks(daemon, prefix))
      return { cpu, memoryMb: bytes / 1_048_576, addresses }
    },

    async missingImages(names) {
      const missing = await Promise.all(
        names.map(async (image) => {
          try {
            await daemon.ask((docker) => docker.getImage(image).inspect())
            return []
          } catch (error) {
            if (isMissing(error)) return [image]
            throw error
          }
        }),
      )
      return missing.flat()
    },

    async pull(image, signal) {
      await images.provide(referenceOf(image), signal, () => undefined)
    },

    gate: async () => (await environment.read()).proxy,

    networks: () => instanceNetworks(daemon, prefix),

    async close() {
      closing.abort(new Refusal('unavailable', 'The server is stopping'))
      daemon.close()
    },
  }
}
