import { hubEvents, type Welcome } from '@pennant/contract/hub'
import { type HubOptions, type OpenHub, openHubSocket } from './hub-socket.ts'

export type LiveState = 'live' | 'connecting' | 'offline'

export type Message = { event: string; payload: unknown }

export type Listener = {
  message: (message: Message) => void
  /** `quietMs`: the connection would have brought nothing for so long before it was there. */
  state: (state: LiveState, quietMs?: number) => void
}

export type ConnectionOptions = {
  url: string
  events: readonly string[]
  /** Whether the server tells that. */
  welcomes: boolean
  signal: AbortSignal
}

const shortestPauseMs = 500
const longestPauseMs = 20_000
/** Servers of earlier versions send none. */
const welcomeMs = 1_000

// A server that starts again loses thousands in the same moment, and must not get all of them back in the next.
const afterLossMs = 6_000

export const pauseBefore = (tries: number, chance: number): number =>
  tries === 1 ? chance * afterLossMs : Math.min(longestPauseMs, shortestPauseMs * 2 ** tries) * (0.5 + chance)

export const stayConnected = async (
  { url, events, welcomes, signal }: ConnectionOptions,
  listener: Listener,
): Promise<void> => {
  for (let tries = 0; !signal.aborted; tries++) {
    if (tries > 0) await pause(pauseBefore(tries, Math.random()), signal)
    if (signal.aborted) return
    listener.state('connecting')
    let welcome = (_quietMs: number): void => undefined
    const welcomed = new Promise<number>((resolve) => {
      welcome = resolve
    })
    const hear = (event: string, payload: unknown): void => {
      if (event === hubEvents.ReceivedWelcome) welcome((payload as Welcome).quietMs)
      else listener.message({ event, payload })
    }
    try {
      const { ended } = await openHub({ url, hear, signal }, events)
      tries = 0
      const late = pause(welcomeMs, signal).then(() => 0)
      listener.state('live', welcomes ? await Promise.race([welcomed, late, ended.then(() => 0)]) : 0)
      await ended
    } catch {
      // Tried again below; meanwhile the state is offline.
    }
    listener.state('offline')
  }
}

const openHub = async (options: HubOptions, events: readonly string[]): Promise<OpenHub> => {
  const open = await openHubSocket(options)
  options.signal.throwIfAborted()
  return open ?? (await import('./hub-library.ts')).openByLibrary(options, events)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
