import { type Daemon, isRecord, stringsOf } from './daemon.ts'
import { cleaned, isMissing, Refusal } from './fault.ts'
import { loginFor } from '../login.ts'
import type { RegistryLogins } from '../login.ts'
import { createPull, type Pull } from './pull.ts'
import { type ImageReference, parseReference } from '../reference.ts'
import type { ImageFacts } from './specification.ts'
import { untilAborted } from '../../../kit/timeout.ts'

export type Images = {
  /** Pulls it if it is missing. Aborting doesn't abort the pull. */
  provide(
    image: ImageReference,
    signal: AbortSignal,
    onShare: (share: number | null) => void,
  ): Promise<ImageFacts>
}

export const createImages = (daemon: Daemon, logins: RegistryLogins, closing: AbortSignal): Images => {
  const pulls = new Map<string, Pull>()

  const look = async ({ full }: ImageReference): Promise<ImageFacts | null> => {
    try {
      const { Config }: { Config: unknown } = await daemon.ask((docker) => docker.getImage(full).inspect())
      return factsOf(Config)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const pullOf = (image: ImageReference): Pull => {
    const running = pulls.get(image.full)
    if (running !== undefined) return running
    const pull = createPull(daemon, image, loginFor(image, logins), closing)
    pulls.set(image.full, pull)
    const forget = (): void => void pulls.delete(image.full)
    pull.done.then(forget, forget)
    return pull
  }

  return {
    async provide(image, signal, onShare) {
      const there = await untilAborted(look(image), signal)
      if (there !== null) return there
      const pull = pullOf(image)
      const stopListening = pull.listen(onShare)
      try {
        await untilAborted(pull.done, signal)
      } finally {
        stopListening()
      }
      const pulled = await untilAborted(look(image), signal)
      if (pulled !== null) return pulled
      throw new Refusal('image', `The image ${image.full} was pulled, but Docker doesn't find it`)
    },
  }
}

export const referenceOf = (image: string): ImageReference => {
  const reference = parseReference(image)
  if (reference === null) throw new Refusal('image', `${cleaned(image, [])} is not the name of an image`)
  return reference
}

const factsOf = (config: unknown): ImageFacts => {
  if (!isRecord(config)) return { labels: {}, program: '' }
  const { Labels, Entrypoint, Cmd } = config
  const labels = isRecord(Labels) ? Labels : {}
  const [program = ''] = [...stringsOf(Entrypoint), ...stringsOf(Cmd)]
  return {
    labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)])),
    program,
  }
}
