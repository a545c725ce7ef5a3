import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@pennant/contract/limit'

export type LingerLimits = { bytes: number; ms: number }

/** Room for the largest upload there is. A client that sends more, or for longer, may miss its answer. */
const defaultLimits: LingerLimits = { bytes: 2 * limits.packageBytes, ms: 30_000 }

/** What is read of a body that would not end within the limits. */
const hopelessBytes = 16_777_216

const lingering = new WeakSet<Socket>()

/**
 * Ends our side of a connection, and the connection once the client has ended its own. Bytes that arrive at a
 * closed socket make the system reset the connection, which takes the answer away from a client that is still
 * sending. So they are read and dropped, within limits.
 */
export const linger = (socket: Socket, { bytes, ms }: LingerLimits = defaultLimits): void => {
  if (socket.destroyed || lingering.has(socket)) return
  lingering.add(socket)
  let left = bytes
  const timer = setTimeout(() => socket.destroy(), ms).unref()
  // The parser must not find further requests in what is dropped, nor faults in its end.
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
  // Where the parser had no room for more, it has stopped the reading without the stream's knowledge.
  socket._read(0)
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/**
 * Makes the server's connections linger that end before the body of their request has been read. Node calls
 * `destroySoon` when the last answer of a connection has been written.
 */
export const lingerAtClose = (server: Server, bounds: LingerLimits = defaultLimits): void => {
  const bodies = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const closeSoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      const request = bodies.get(socket)
      if (request === undefined || request.complete) return closeSoon()
      // A reader that still waits for the body learns that no more will come.
      socket.once('close', () => request.destroy())
      linger(socket, withinReach(request, bounds))
    }
  })
  server.prependListener('request', (request) => {
    if (hasBody(request)) bodies.set(request.socket, request)
  })
}

const withinReach = ({ headers }: IncomingMessage, { bytes, ms }: LingerLimits): LingerLimits => ({
  bytes: Number(headers['content-length'] ?? 0) > bytes ? Math.min(bytes, hopelessBytes) : bytes,
  ms,
})
