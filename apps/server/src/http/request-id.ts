import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Trust } from './address.ts'

export type RequestIdOf = (request: IncomingMessage) => string

const usable = /^[\w-]{8,64}$/

/** Keeps the id that a trusted proxy has given, or makes one for the first who asks. */
export const createRequestIds = (trust: Trust): RequestIdOf => {
  const made = new WeakMap<IncomingMessage, string>()
  return (request) => {
    const { headers, socket } = request
    const given = headers['x-request-id']
    if (typeof given === 'string' && usable.test(given) && trust(socket.remoteAddress ?? '', 0)) return given
    const id = made.get(request) ?? randomUUID()
    made.set(request, id)
    return id
  }
}
