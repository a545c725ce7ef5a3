import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './linger.ts'

type Pace = { windowMs: number; bytes: number }

export type BodyTime = {
  now(): number
  every(ms: number, work: () => void): () => void
}

type OnLate = (request: IncomingMessage, response: ServerResponse) => void

type Sender = {
  request: IncomingMessage
  response: ServerResponse
  pace: Pace
  began: number
  windowBegan: number
  received: number
}

// JSON arrives in one piece, and so does the rest of a body whose request was answered.
const whole: Pace = { windowMs: 30_000, bytes: Number.POSITIVE_INFINITY }
// 2 KiB a second: a writeup gets through a bad line, with interruptions of many seconds.
const upload: Pace = { windowMs: 30_000, bytes: 61_440 }
// Enough for the largest writeup at that pace.
const longestMs = 3 * 3_600_000
const lookEveryMs = 1_000

const form = /^\s*multipart\/form-data\b/i

// Time in which the client waits for the server doesn't count.
export const createBodyPace = (onLate: OnLate, time: BodyTime = machineTime) => {
  const senders = new Set<Sender>()
  let stop: (() => void) | undefined

  const look = (): void => {
    const now = time.now()
    for (const sender of senders) {
      const { request, response } = sender
      const over = request.complete || request.destroyed
      if (!over && !isLate(sender, now)) continue
      senders.delete(sender)
      if (!over) onLate(request, response)
    }
    if (senders.size > 0) return
    stop?.()
    stop = undefined
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.complete || !hasBody(request)) return
    const now = time.now()
    const sender: Sender = {
      request,
      response,
      pace: form.test(request.headers['content-type'] ?? '') ? upload : whole,
      began: now,
      windowBegan: now,
      received: request.socket.bytesRead,
    }
    senders.add(sender)
    request.once('close', () => senders.delete(sender))
    stop ??= time.every(lookEveryMs, look)
  }
}

const isLate = (sender: Sender, now: number): boolean => {
  const { request, response, pace } = sender
  const { bytesRead } = request.socket
  const begin = (): false => {
    sender.windowBegan = now
    sender.received = bytesRead
    return false
  }
  if (now - sender.began > longestMs) return true
  if (response.writableEnded && pace !== whole) {
    sender.pace = whole
    return begin()
  }
  // The received bytes wait to be read, and Node accepts no more.
  if (request.readableLength >= request.readableHighWaterMark) return begin()
  if (now - sender.windowBegan < pace.windowMs) return false
  return bytesRead - sender.received < pace.bytes || begin()
}

const machineTime: BodyTime = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
}
