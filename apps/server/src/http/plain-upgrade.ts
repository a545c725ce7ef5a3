import { IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Serves a request that offers to switch to a protocol we do not speak there, such as HTTP/2: an offer may
 * be ignored, and clients that make it go on in HTTP/1.1. Node has let go of the connection by then, so the
 * body is read here and the connection ends with the answer.
 */
export const serveDespiteUpgrade = (
  server: Server,
  offer: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void => {
  const request = readable(offer, socket)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => {
    response.detachSocket(socket)
    // What the client may still be sending is nobody's any more.
    socket.destroySoon()
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => response.emit('close'))
  // Chunks cannot be taken apart any more; such a body ends before it begins, which is no JSON.
  const length = Number(request.headers['content-length'] ?? 0)
  feed(request, socket, head, Number.isSafeInteger(length) ? length : 0)
  server.emit('request', request, response)
}

/** The same request once more: the one that Node made counts as read to its end. */
const readable = (offer: IncomingMessage, socket: Socket): IncomingMessage => {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders } = offer
  const request = new IncomingMessage(socket)
  const copied = { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders }
  return Object.assign(request, copied)
}

const feed = (request: IncomingMessage, socket: Socket, head: Buffer, length: number): void => {
  let missing = length
  const take = (chunk: Buffer): void => {
    const part = chunk.subarray(0, missing)
    missing -= part.length
    // Whoever reads the request lets the socket flow again.
    if (part.length > 0 && !request.push(part)) socket.pause()
    if (missing > 0) return
    socket.off('data', take)
    request.complete = true
    request.push(null)
  }
  socket.on('data', take)
  take(head)
}
