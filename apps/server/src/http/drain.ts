import type { IncomingMessage } from 'node:http'

const mostBytes = 268_435_456
const mostMs = 30_000

export const countBytes = (request: IncomingMessage): (() => number) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // Counting must not start the flow.
  request.pause()
  return () => bytes
}

/** Must run before an answer: a client that is still sending does not read it. */
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
