import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** From this delay of its event loop on, a server sheds load. It stops when the delay has halved. */
const sheddingFromMs = 50
const betweenLooksMs = 5_000
/** A proof that never ends is worth less than one that takes something away. */
const mostLooks = 720

type Needs = {
  /** Of the slowest server, in milliseconds. */
  loopDelayMs(): Promise<number>
  say(text: string): void
  signal: AbortSignal
  wait?(ms: number, signal: AbortSignal): Promise<unknown>
  now?(): number
}

/** Ends once no server sheds load. */
export type Pause = () => Promise<void>

export const noPause: Pause = async () => undefined

/** For work that can wait. It waits for an hour in all, in portions that nothing else depends on. */
export const createPause = ({
  loopDelayMs,
  say,
  signal,
  wait = (ms, aborted) => sleep(ms, undefined, { signal: aborted }),
  now = () => performance.now(),
}: Needs): Pause => {
  let [lookedAt, left] = [-Infinity, mostLooks]
  return async () => {
    if (now() - lookedAt < betweenLooksMs) return
    // What can't be read says nothing.
    const delay = (): Promise<number> => loopDelayMs().catch(() => 0)
    let isSaid = false
    for (let most = sheddingFromMs; left > 0 && (await delay()) >= most; left -= 1) {
      if (!isSaid) say('A server is busy. Waiting…')
      isSaid = true
      most = sheddingFromMs / 2
      await wait(betweenLooksMs, signal)
    }
    lookedAt = now()
  }
}

/** The same bytes, between which there may be pauses. */
export const pausing = (source: Readable, pause: Pause): Readable =>
  Readable.from(portionsOf(source, pause), { objectMode: false })

async function* portionsOf(source: Readable, pause: Pause): AsyncGenerator<Buffer> {
  for await (const portion of source) {
    await pause()
    yield portion as Buffer
  }
}
