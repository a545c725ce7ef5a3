import { once } from 'node:events'
import { connect, type OnReadOpts } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Site } from './address.ts'

export type Answer = {
  /** 0 when the connection was lost before the answer. */
  status: number
  head: string
  /** Empty unless the connection keeps bodies. */
  bytes: Buffer
}

export type Connection = {
  ask(request: string, answered: (answer: Answer) => void): void
  close(): void
}

const nothing = Buffer.alloc(0)
const lost: Answer = { status: 0, head: '', bytes: nothing }
const longestHead = 8192
/** Shared, because it is used up before the next read. */
const buffer = Buffer.allocUnsafe(262_144)

/** Minimal, because its cost is part of every measurement: answers need a length, or have no body. */
export const openConnection = async (site: Site, { keepBodies = false } = {}): Promise<Connection> => {
  let waiting: ((answer: Answer) => void) | undefined
  let head = ''
  let status = 0
  // Of the body; negative while the head is being read.
  let missing = -1
  let kept: Buffer[] = []

  const finish = (): void => {
    const answer = { status, head, bytes: keepBodies ? Buffer.concat(kept) : nothing }
    const answered = waiting
    waiting = undefined
    head = ''
    missing = -1
    kept = []
    answered?.(answer)
  }

  const read = (length: number): void => {
    let from = 0
    if (missing < 0) {
      const before = head.length
      head += buffer.toString('latin1', 0, Math.min(length, longestHead))
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      from = end + 4 - before
      head = head.slice(0, end + 2)
      status = Number(head.slice(9, 12))
      missing = status === 304 || status === 204 ? 0 : lengthIn(head)
    }
    if (keepBodies && length > from) kept.push(Buffer.from(buffer.subarray(from, length)))
    missing -= length - from
    if (missing <= 0) finish()
  }

  const onread = {
    buffer,
    callback(length: number): boolean {
      read(length)
      return true
    },
  }
  const socket = site.secure
    ? connectSecurely(site.port, onread)
    : connect({ ...addressOf(site.port), onread })
  socket.setNoDelay(true)
  await once(socket, site.secure ? 'secureConnect' : 'connect')
  const gone = (): void => {
    const answered = waiting
    waiting = undefined
    answered?.(lost)
  }
  socket.on('error', gone)
  socket.on('close', gone)
  return {
    ask(request, answered) {
      if (socket.destroyed) return answered(lost)
      waiting = answered
      socket.write(request, 'latin1')
    },
    close: () => socket.destroy(),
  }
}

const addressOf = (port: number) => ({ port, host: '127.0.0.1' })

/** By port. A browser resumes them, too. */
export const tlsSessions = new Map<number, Buffer>()

/** The certificate is the bench's own. */
const connectSecurely = (port: number, onread: OnReadOpts): TLSSocket => {
  const session = tlsSessions.get(port)
  const options = { ...addressOf(port), rejectUnauthorized: false, onread }
  const socket = connectTls(session === undefined ? options : { ...options, session })
  return socket.once('session', (next: Buffer) => tlsSessions.set(port, next))
}

const lengthIn = (head: string): number => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length:\n${head}`)
  return Number(length)
}

export const askFor = (connection: Connection, request: string): Promise<Answer> =>
  new Promise((resolve) => connection.ask(request, resolve))
