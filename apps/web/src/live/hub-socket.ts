export type HubOptions = {
  url: string
  hear: (event: string, payload: unknown) => void
  signal: AbortSignal
}

export type OpenHub = { ended: Promise<void> }

type Message = { type?: number; target?: string; arguments?: unknown[]; error?: string }

const separator = '\u001e'
const ping = `{"type":6}${separator}`
/** Servers ping more often, and take a client for lost after this time, too. */
const silenceMs = 30_000
const pingMs = 10_000

/**
 * All that pages need of SignalR's JSON protocol, in a tenth of its library's size. Null where only the library gets
 * through, because no socket opens. Throws if the server refuses.
 */
export const openHubSocket = async ({ url, hear, signal }: HubOptions): Promise<OpenHub | null> => {
  const token = await negotiate(url, signal)
  if (token === null || typeof WebSocket === 'undefined') return null
  const address = addressOf(url, { id: token })
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    let isConnecting = true
    let mayTalk = true
    let isOpen = false
    let end = (): void => undefined
    const ended = new Promise<void>((done) => {
      end = done
    })
    let sentAt = performance.now()
    let silence: ReturnType<typeof setTimeout> | undefined
    const close = (): void => {
      clearTimeout(silence)
      signal.removeEventListener('abort', close)
      // Browsers report it as an error if it is closed before it's open.
      if (isConnecting) mayTalk = false
      else socket.close()
      // Closing takes long where nothing comes through anymore.
      resolve(null)
      end()
    }
    const listen = (): void => {
      clearTimeout(silence)
      silence = setTimeout(close, silenceMs)
    }
    const take = ({ type, target = '', arguments: [payload] = [], error }: Message): void => {
      if (!isOpen && error !== undefined) return reject(new Error(error))
      if (!isOpen) {
        isOpen = true
        resolve({ ended })
      } else if (type === 1) hear(target, payload)
      else if (type === 7) close()
    }
    socket.addEventListener('open', () => {
      isConnecting = false
      if (mayTalk) socket.send(`{"protocol":"json","version":1}${separator}`)
      else socket.close()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      listen()
      // A timer would be late in a hidden tab. Servers send something every 15 seconds.
      if (performance.now() - sentAt > pingMs) {
        sentAt = performance.now()
        socket.send(ping)
      }
      try {
        for (const record of data.split(separator)) if (record !== '') take(JSON.parse(record) as Message)
      } catch (error) {
        // What came with it is lost: a new connection asks again.
        reportError(error)
        close()
      }
    })
    socket.addEventListener('close', close)
    signal.addEventListener('abort', close)
    listen()
  })
}

const addressOf = (url: string, query: { [name: string]: string }): URL => {
  const address = new URL(url, location.origin)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

/** Null if the server offers no sockets. */
const negotiate = async (url: string, signal: AbortSignal): Promise<string | null> => {
  const address = addressOf(url, { negotiateVersion: '1' })
  address.pathname += '/negotiate'
  const answer = await fetch(address, { method: 'POST', signal })
  if (!answer.ok) throw new Error(`The hub answers ${answer.status}`)
  const { connectionToken = null, availableTransports = [] } = (await answer.json()) as {
    connectionToken?: string
    availableTransports?: { transport: string }[]
  }
  return availableTransports.some(({ transport }) => transport === 'WebSockets') ? connectionToken : null
}
