import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@pennant/contract/limit'

export type LingerLimits = { bytes: number; ms: number }

// Room for the largest upload. A client that sends more, or for longer, may miss its answer.
const defaultLimits: LingerLimits = { bytes: 2 * limits.packageBytes, ms: 30_000 }

const hopelessBytes = 16_777_216

const lingering = new WeakSet<Socket>()

// Bytes that arrive at a closed socket cause a reset, and a client that is still sending loses the answer.
export const linger = (socket: Socket, { bytes, ms }: LingerLimits = defaultLimits): void => {
  if (socket.destroyed || lingering.has(socket)) return
  lingering.add(socket)
  let left = bytes
  const timer = setTimeout(() => socket.destroy(), ms).unref()
  // The parser must find neither requests nor faults in the dropped bytes.
  socket
    .removeAllListeners('data')
    .removeAllListeners('end')
    .on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
  const closeWhenWritten = (): void => {
    if (socket.writableFinished) socket.destroy()
    else socket.once('finish', () => socket.destroy())
  }
  socket
    .once('close', () => clearTimeout(timer))
    .on('error', () => socket.destroy())
    .once('end', closeWhenWritten)
    .end()
  if (socket.readableEnded) return closeWhenWritten()
  socket.resume()
  // A parser without room has stopped the reading, which the stream doesn't know.
  socket._read(0)
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

// Node calls `destroySoon` after the last answer of a connection.
/** What it returns must be told of every request with a body, before anyone answers. */
export const lingerAtClose = (
  server: Server,
  bounds: LingerLimits = defaultLimits,
): ((request: IncomingMessage) => void) => {
  const bodies = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const closeSoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      const request = bodies.get(socket)
      if (request === undefined || request.complete) return closeSoon()
      // A reader that waits for the body must learn that no more will come.
      socket.once('close', () => request.destroy())
      linger(socket, withinReach(request, bounds))
    }
  })
  return (request) => void bodies.set(request.socket, request)
}

const withinReach = ({ headers }: IncomingMessage, { bytes, ms }: LingerLimits): LingerLimits => ({
  bytes: Number(headers['content-length'] ?? 0) > bytes ? Math.min(bytes, hopelessBytes) : bytes,
  ms,
})
