import type { IncomingMessage } from 'node:http'

/** More than that nobody is listened to for the sake of a polite answer. */
const mostBytes = 268_435_456
const mostMs = 30_000

/** How many bytes of the body have been read so far. */
export const countBytes = (request: IncomingMessage): (() => number) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // Who counts must not be the one who makes it flow.
  request.pause()
  return () => bytes
}

/** Reads and forgets the rest of a body. A client that is still sending does not hear an answer. */
export const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve()
    let left = mostBytes
    const stop = (): void => {
      clearTimeout(timer)
      request.off('data', count).off('end', stop).off('close', stop).off('error', stop)
      resolve()
    }
    const count = (chunk: Buffer): void => {
      left -= chunk.length
      if (left < 0) stop()
    }
    const timer = setTimeout(stop, mostMs).unref()
    request.on('data', count).once('end', stop).once('close', stop).once('error', stop)
    request.resume()
  })
