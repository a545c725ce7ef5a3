import {
  type ConnectionOptions,
  type Listener,
  type LiveState,
  type Message,
  stayConnected,
} from './connection.ts'

type TabMessage =
  | { kind: 'message'; message: Message }
  | { kind: 'state'; state: LiveState; quietMs: number }
  | { kind: 'newcomer' }

/** The tab with the lock relays to the others. Without locks (no HTTPS) each tab has a connection. */
export const shareConnection = async (options: ConnectionOptions, listener: Listener): Promise<void> => {
  const { url, signal } = options
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return stayConnected(options, listener)

  const name = `pennant ${url}`
  const channel = new BroadcastChannel(name)
  let leads = false
  let known: LiveState = 'connecting'
  let quietSince = 0
  const post = (message: TabMessage): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    if (!signal.aborted) channel.postMessage(message)
  }
  const tellState = (): void => post({ kind: 'state', state: known, quietMs: performance.now() - quietSince })
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (leads) {
      if (data.kind === 'newcomer') tellState()
    } else if (data.kind === 'message') listener.message(data.message)
    else if (data.kind === 'state') listener.state(data.state, data.quietMs)
  })
  listener.state('connecting')
  post({ kind: 'newcomer' })

  try {
    await locks.request(name, { signal }, async () => {
      leads = true
      await stayConnected(options, {
        message(message) {
          quietSince = performance.now()
          listener.message(message)
          post({ kind: 'message', message })
        },
        state(state, quietMs = 0) {
          known = state
          quietSince = performance.now() - quietMs
          listener.state(state, quietMs)
          tellState()
        },
      })
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
