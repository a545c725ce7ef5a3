import { type Daemon, isRecord } from './daemon.ts'
import { cleaned, DaemonFault, Refusal } from './fault.ts'
import { hangUp, linesOf } from './line.ts'
import type { Login } from '../login.ts'
import { createPullProgress, type PullLine } from './pull-progress.ts'
import type { ImageReference } from '../reference.ts'

export type Pull = {
  readonly done: Promise<void>
  listen(onShare: (share: number | null) => void): () => void
}

const answerWithinMs = 180_000
// Layers are loaded and unpacked for long, but never silently.
const silentMs = 120_000
const betweenReportsMs = 300

export const createPull = (
  daemon: Daemon,
  image: ImageReference,
  login: Login | null,
  closing: AbortSignal,
): Pull => {
  const listeners = new Set<(share: number | null) => void>()
  const progress = createPullProgress()
  let share: number | null = null

  const run = async (): Promise<void> => {
    const stream = await daemon.ask(
      (docker) => {
        const options = { fromImage: image.repository, tag: image.version, abortSignal: closing }
        return login === null ? docker.createImage(options) : docker.createImage({ ...login }, options)
      },
      { withinMs: answerWithinMs, onLate: hangUp },
    )
    let reported = 0
    for await (const line of linesOf(stream, { silentMs })) {
      const read = lineOf(line)
      const fault = read.errorDetail?.message ?? read.error
      if (fault !== undefined) throw new DaemonFault(500, fault)
      share = progress.next(read)
      const now = performance.now()
      if (now - reported < betweenReportsMs) continue
      reported = now
      for (const listener of [...listeners]) listener(share)
    }
  }

  const done = run().catch((error: unknown) => {
    throw error instanceof DaemonFault ? refusal(image, error, login) : error
  })
  done.catch(() => undefined)

  return {
    done,
    listen(onShare) {
      listeners.add(onShare)
      onShare(share)
      return () => void listeners.delete(onShare)
    },
  }
}

const lineOf = (line: unknown): PullLine => (isRecord(line) ? line : {})

const causes: readonly (readonly [RegExp, string])[] = [
  [/no space left|disk quota/i, 'the disk of the Docker host is full'],
  [/too ?many ?requests|rate limit/i, 'the registry allows no more pulls for now'],
  [/no matching manifest|does not match the/i, 'there is none for the processors of the Docker host'],
  [
    /dial tcp|no such host|i\/o timeout|connection re|\btls\b|x509|\bEOF\b|deadline|unreachable|http response to https/i,
    "couldn't reach the registry",
  ],
  [
    /unauthorized|denied|authentication required|no basic auth|\b40[13]\b/i,
    'there is no such image, or no permission to pull it',
  ],
  [/not found|manifest unknown|does not exist|no such/i, 'the registry has no such image'],
]

const refusal = (image: ImageReference, fault: DaemonFault, login: Login | null): Refusal => {
  if (fault.status === null) return new Refusal('unavailable', fault.message)
  const secrets = login === null ? [] : [login.password]
  const [, cause = 'the pull failed'] = causes.find(([pattern]) => pattern.test(fault.message)) ?? []
  const said = cleaned(fault.message, secrets)
  return new Refusal('image', `Couldn't pull the image ${image.full}: ${cause}. Docker says: ${said}`)
}
