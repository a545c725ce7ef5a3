import type { GameChange, GamePart } from '../../ports/game-ledger.ts'
import type { Sweep } from './sweep.ts'

type Needs = {
  sweep: Sweep
  listen: (listener: (change: GameChange) => void) => () => void
  onError: (error: unknown) => void
}

/** What organisers take away may be what instances were started for. */
const taking: ReadonlySet<GamePart> = new Set(['setup', 'teams', 'purge'])
const soonMs = 100

/** Looks for condemned instances a moment after games have changed, however many changes there are. */
export const createReaction = ({ sweep, listen, onError }: Needs) => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const look = (): void => {
    timer = undefined
    running = running.then(() => sweep(stopping.signal)).catch(onError)
  }
  const stop = listen(({ parts }) => {
    if (timer === undefined && parts.some((part) => taking.has(part)))
      timer = setTimeout(look, soonMs).unref()
  })

  return {
    close(): void {
      stop()
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
