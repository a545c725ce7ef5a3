import { Agent as HttpAgent, type IncomingHttpHeaders, request as askPlain } from 'node:http'
import { Agent as HttpsAgent, request as askSecure } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import WebSocket from 'ws'

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

export type Asked = {
  method?: string
  headers?: Readonly<Record<string, string>>
  agent?: HttpAgent
  signal?: AbortSignal
}

/** `cut`: without a word, as a line that breaks. What was refused tells nothing of how long lines hold. */
type Held = { kind: 'held' } | { kind: 'cut'; afterMs: number } | { kind: 'refused'; why: string }

/** Goes to the site as visitors do. What certificate it shows is a matter of its own check. */
export type SiteLine = {
  readonly url: URL
  ask(path: string, asked?: Asked): Promise<Answer>
  /** One connection for many requests. */
  kept(): HttpAgent
  /** Sends the head of a request and returns the status of the first answer. */
  announce(head: string, signal: AbortSignal): Promise<number>
  open(): Promise<Socket>
  /** Stays in a hub for `ms`. */
  hold(path: string, ms: number, signal: AbortSignal): Promise<Held>
  certificate(): Promise<{ fault: string | null; expires: number } | null>
}

const mostText = 4_194_304
const openWithinMs = 3_000
// The hub leaves clients that are silent for 30 seconds.
const pingMs = 10_000
const closedWithoutWord = 1_006
const record = (message: object): string => `${JSON.stringify(message)}\u001e`

/** `authority` takes the place of those that the system trusts. */
export const openSiteLine = (url: URL, authority?: string): SiteLine => {
  const secure = url.protocol === 'https:'
  const port = Number(url.port) || (secure ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? '' : host
  const tls = { servername, rejectUnauthorized: false }

  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket: Socket = secure ? connectSecure({ host, port, ...tls }) : connect({ host, port })
      // A proxy without room leaves the handshake unanswered.
      socket.setTimeout(openWithinMs, () => socket.destroy(new Error('no connection in time')))
      socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket.setTimeout(0)))
      socket.once('error', reject)
    })

  return {
    url,
    open,
    kept: () =>
      secure
        ? new HttpsAgent({ keepAlive: true, maxSockets: 1, ...tls })
        : new HttpAgent({ keepAlive: true, maxSockets: 1 }),

    ask: (path, { method = 'GET', headers = {}, agent, signal } = {}) =>
      new Promise((resolve, reject) => {
        const options = { method, headers, agent: agent ?? false, signal, ...(secure ? tls : {}) }
        const asked = (secure ? askSecure : askPlain)(new URL(path, url), options, (response) => {
          const parts: Buffer[] = []
          let size = 0
          response.on('data', (part: Buffer) => {
            size += part.length
            if (size <= mostText) parts.push(part)
          })
          response.once('error', reject)
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          )
        })
        asked.once('error', reject)
        asked.once('upgrade', (response, socket) => {
          socket.destroy()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' })
        })
        asked.end()
      }),

    async announce(head, signal) {
      const socket = await open()
      try {
        return await new Promise<number>((resolve, reject) => {
          const stop = (): void => reject(new Error('no answer'))
          signal.addEventListener('abort', stop, { once: true })
          socket.once('data', (data) => resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(String(data))?.[1] ?? 0)))
          socket.once('close', stop)
          socket.write(head)
        })
      } finally {
        socket.destroy()
      }
    },

    hold: (path, ms, signal) =>
      new Promise((resolve) => {
        const target = new URL(path, url)
        target.protocol = secure ? 'wss:' : 'ws:'
        const socket = new WebSocket(target, tls)
        const begun = performance.now()
        let pings: NodeJS.Timeout | undefined
        let [isOpen, fault] = [false, 'no answer']
        const end = (held: Held): void => {
          clearInterval(pings)
          clearTimeout(enough)
          resolve(held)
          socket.terminate()
        }
        const stop = (): void => end({ kind: 'cut', afterMs: performance.now() - begun })
        const enough = setTimeout(() => end({ kind: 'held' }), ms)
        socket.once('open', () => {
          isOpen = true
          socket.send(record({ protocol: 'json', version: 1 }))
          pings = setInterval(() => socket.send(record({ type: 6 })), pingMs)
        })
        // Without a listener, it would be thrown; `close` follows.
        socket.on('error', ({ message }) => {
          fault = message
        })
        socket.once('close', (code, reason) => {
          const words = reason.length === 0 ? '' : ` (${reason.toString()})`
          if (!isOpen) end({ kind: 'refused', why: fault })
          else if (code === closedWithoutWord) stop()
          else end({ kind: 'refused', why: `closed with ${code}${words}` })
        })
        socket.once('unexpected-response', (_request, { statusCode }) =>
          end({ kind: 'refused', why: `status ${statusCode ?? 0}` }),
        )
        signal.addEventListener('abort', stop, { once: true })
      }),

    async certificate() {
      if (!secure) return null
      const strict = connectSecure({ host, port, servername, rejectUnauthorized: false, ca: authority })
      try {
        const socket = await new Promise<TLSSocket>((resolve, reject) => {
          strict.once('secureConnect', () => resolve(strict))
          strict.once('error', reject)
        })
        const { authorizationError: fault } = socket
        const expires = Date.parse(socket.getPeerCertificate().valid_to)
        return { fault: fault == null || String(fault) === '' ? null : String(fault), expires }
      } finally {
        strict.destroy()
      }
    },
  }
}
