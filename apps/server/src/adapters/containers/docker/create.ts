import type { Containers, StartOutcome } from '../../../ports/containers.ts'
import { createCreation } from './creation.ts'
import { createDaemon } from './daemon.ts'
import { cleaned, DaemonFault, isMissing, Refusal, refusalOf } from './fault.ts'
import { createFeatures } from './feature.ts'
import { createImages } from './image.ts'
import { installationLabel, markOf } from './label.ts'
import { logOf } from './log.ts'
import type { DockerNeeds } from './needs.ts'
import { createNetworks } from './network.ts'
import { instanceNetworks } from './instance-networks.ts'
import { createRemovals } from './removal.ts'
import { createStart } from './start.ts'
import { createSurroundings } from './surroundings.ts'
import { limited } from '../until.ts'
import { watchDaemon } from './watch.ts'

/** Pulling included; a pull goes on by itself, so that a later start finds the image. */
const allWithinMs = 900_000
const checkWithinMs = 3_000

/** Instances as containers of a Docker daemon. Nothing is asked of it, nor the library loaded, before it is used. */
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
  const removals = createRemovals({ daemon, installation, closing: closing.signal })
  const features = createFeatures(onNote)
  const start = createStart({
    ...needs,
    daemon,
    removals,
    surroundings: createSurroundings(daemon, settings.reach),
    images: createImages({ daemon, logins: registries, closing: closing.signal }),
    networks: createNetworks({ daemon, prefix: settings.challengeNetwork, installation, onNote }),
    features,
    creation: createCreation({ daemon, removals, installation, features }),
  })

  const refused = (error: unknown): StartOutcome => {
    const refusal = error instanceof DaemonFault ? refusalOf(error) : error
    if (!(refusal instanceof Refusal)) throw error
    return { refused: refusal.refused, detail: cleaned(refusal.message, secrets) }
  }

  /** Its full id, when it is a container of ours. */
  const find = async (runtimeId: string): Promise<string | null> => {
    if (!/^[0-9a-f]{12,64}$/.test(runtimeId)) return null
    try {
      const { Id, Config } = await daemon.ask((docker) => docker.getContainer(runtimeId).inspect())
      if (markOf(Config.Labels).installation === installation) return Id
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    throw new Error(`The container ${runtimeId} bears the mark of another installation and is left alone`)
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
      return found
        .filter(({ State }) => State !== 'removing')
        .map(({ Id, Labels, State }) => ({
          id: markOf(Labels).instance,
          runtimeId: Id,
          running: State === 'running' || State === 'paused',
        }))
    },

    async log(runtimeId, lines) {
      const id = await find(runtimeId)
      return id === null ? null : logOf(daemon, id, lines)
    },

    watch: (onGone, signal) => watchDaemon({ daemon, installation, removals }, onGone, signal),

    async check() {
      const said: unknown = await daemon.ask((docker) => docker.ping(), { withinMs: checkWithinMs })
      if (String(said).trim() !== 'OK')
        throw new Error(`What answers at ${daemon.address.shown} is no Docker daemon`)
    },

    networks: () => instanceNetworks(daemon, settings.challengeNetwork),

    async close() {
      closing.abort(new Refusal('unavailable', 'The server is stopping'))
      daemon.close()
    },
  }
}
