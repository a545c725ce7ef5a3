import { IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { Socket } from 'node:net'

// Offers of another protocol may be ignored. Node has let go of the connection, so the body is read here.
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
    socket.destroySoon()
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => response.emit('close'))
  // Chunks can't be decoded here; such a body is empty, which is invalid JSON.
  const length = Number(request.headers['content-length'] ?? 0)
  feed(request, socket, head, Number.isSafeInteger(length) ? length : 0)
  server.emit('request', request, response)
}

// A copy, because Node's own counts as read to its end.
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
    // Reading the request resumes the socket.
    if (part.length > 0 && !request.push(part)) socket.pause()
    if (missing > 0) return
    socket.off('data', take)
    request.complete = true
    request.push(null)
  }
  socket.on('data', take)
  take(head)
}
