import type { Socket } from 'node:net'
import { WebSocket, type RawData } from 'ws'
import { explainError, explainStatus } from './refusal.ts'

export type Link = { destroy(): void }

export type LinkEnd = { readonly up: number; readonly down: number; readonly broken: boolean }

type Needs = {
  /** Paused and half-open: either direction may end first. */
  tcp: Socket
  remote: string
  timing?: Partial<LinkTiming>
  onRefused(why: string): void
  onEnd(end: LinkEnd): void
}

export type LinkTiming = typeof usual

const usual = {
  handshakeMs: 10_000,
  /** Silence in both directions after the client has finished, until the site is told. */
  quietMs: 2000,
  /** The site's silence after that, until it counts as closed. */
  answerMs: 15_000,
  /** How long to read from a client after its service has ended: else it would lose the last answer. */
  lingerMs: 5000,
  after(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

const highWater = 256 * 1024
const maxMessage = 16 * 1024 * 1024
const brokenOff = 1006
const faultOfServer = 1011
const keepAliveMs = 30_000
/** Longer than sites let a connection live, so that no answer is cut short. */
const longestAnswerMs = 60 * 60_000

export const openLink = ({ tcp, remote, timing, onRefused, onEnd }: Needs): Link => {
  const { handshakeMs, quietMs, answerMs, lingerMs, after } = { ...usual, ...timing }
  let refused = false
  let opened = false
  let finished = false
  let broken = false
  const bytes = { up: 0, down: 0 }
  const cancel: { quiet?: () => void; linger?: () => void } = {}
  const ws = new WebSocket(remote, { ...options, handshakeTimeout: handshakeMs })
  tcp.setNoDelay()

  const refuse = (why: string): void => {
    if (!opened && !refused && !tcp.destroyed) onRefused(why)
    refused = true
  }

  ws.on('upgrade', ({ socket }) => socket.setKeepAlive(true, keepAliveMs))
  ws.on('unexpected-response', (_, { statusCode = 0 }) => {
    refuse(explainStatus(statusCode))
    ws.terminate()
  })
  ws.on('error', (error) => {
    refuse(explainError(error))
    // A peer that breaks the protocol may never answer the library's close frame.
    if (opened) ws.terminate()
  })

  ws.on('open', () => {
    opened = true
    tcp.resume()
  })

  tcp.on('data', (chunk) => {
    if (ws.readyState !== ws.OPEN) return
    bytes.up += chunk.length
    ws.send(chunk, { binary: true }, () => {
      if (ws.bufferedAmount < highWater) tcp.resume()
    })
    if (ws.bufferedAmount >= highWater) tcp.pause()
  })

  // Many sites break off at a close frame while the client still wants its answer, so it waits for a while of
  // silence. Other sites go on sending until they have closed their side.
  const endWhenQuiet = (): void => {
    cancel.quiet?.()
    const told = ws.readyState === ws.CLOSING
    cancel.quiet = after(told ? answerMs : quietMs, () => {
      if (told && !ws.isPaused) return ws.terminate()
      if (ws.bufferedAmount === 0 && !ws.isPaused) ws.close()
      endWhenQuiet()
    })
  }
  tcp.on('end', () => {
    finished = true
    if (ws.readyState === ws.OPEN) endWhenQuiet()
  })

  ws.on('message', (data: RawData) => {
    if (tcp.destroyed) return
    const chunk = toBuffer(data)
    bytes.down += chunk.length
    if (finished) endWhenQuiet()
    if (!tcp.write(chunk)) ws.pause()
  })
  tcp.on('drain', () => ws.resume())

  ws.on('close', (code) => {
    cancel.quiet?.()
    if (!opened || tcp.destroyed) return tcp.destroy()
    broken = code === faultOfServer || (code === brokenOff && !finished)
    if (broken) return afterLastByte(tcp, () => tcp.resetAndDestroy())
    tcp.end(() => {
      if (!tcp.destroyed) cancel.linger = after(lingerMs, () => tcp.destroy())
    })
    tcp.resume()
  })

  // 'close' follows and cleans up.
  tcp.on('error', () => {})
  tcp.on('close', () => {
    cancel.quiet?.()
    cancel.linger?.()
    ws.terminate()
    onEnd({ ...bytes, broken })
  })

  return {
    destroy() {
      refused = true
      tcp.destroy()
    },
  }
}

const options = {
  perMessageDeflate: false,
  followRedirects: false,
  closeTimeout: longestAnswerMs, // not in the types of `ws` yet
  maxPayload: maxMessage,
  skipUTF8Validation: true,
}

const afterLastByte = (tcp: Socket, then: () => void): void => {
  tcp.write('', () => then())
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
