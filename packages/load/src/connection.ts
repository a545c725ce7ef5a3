import { once } from 'node:events'
import { connect, isIP, type OnReadOpts } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { authorityOf, hostOf, type Site } from './address.ts'
import { createChunkReader } from './chunks.ts'

export type Answer = {
  /** 0 when the connection was lost before the answer. */
  status: number
  head: string
  /** Empty unless the connection keeps bodies. */
  bytes: Buffer
}

export type Connection = {
  ask(request: string, answered: (answer: Answer) => void): void
  readonly isOpen: boolean
  close(): void
}

const nothing = Buffer.alloc(0)
const lost: Answer = { status: 0, head: '', bytes: nothing }
const longestHead = 8192
/** Shared, because it is used up before the next read. */
const buffer = Buffer.allocUnsafe(262_144)

/** Minimal, because its cost is part of every measurement. */
export const openConnection = async (site: Site, { keepBodies = false } = {}): Promise<Connection> => {
  let waiting: ((answer: Answer) => void) | undefined
  let head = ''
  let status = 0
  // Of the body; negative while the head is being read.
  let missing = -1
  let chunks: ReturnType<typeof createChunkReader> | undefined
  let kept: Buffer[] = []

  const finish = (): void => {
    const answer = { status, head, bytes: keepBodies ? Buffer.concat(kept) : nothing }
    const answered = waiting
    waiting = undefined
    head = ''
    missing = -1
    chunks = undefined
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
      // Otherwise, the body ends with the connection.
      if (missing === Infinity && isChunked(head)) chunks = createChunkReader()
    }
    if (chunks !== undefined) {
      const ended = chunks(buffer.subarray(from, length), (bytes) => {
        if (keepBodies) kept.push(Buffer.from(bytes))
      })
      if (ended) finish()
      return
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
  const socket = site.secure ? connectSecurely(site, onread) : connect({ ...endOf(site), onread })
  socket.setNoDelay(true)
  await once(socket, site.secure ? 'secureConnect' : 'connect')
  const gone = (): void => {
    if (missing === Infinity && chunks === undefined) return finish()
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
    get isOpen() {
      return !socket.destroyed && socket.writable
    },
    close: () => socket.destroy(),
  }
}

const endOf = (site: Site) => ({ port: site.port, host: hostOf(site) })

/** By authority. A browser resumes them, too. */
export const tlsSessions = new Map<string, Buffer>()

const connectSecurely = (site: Site, onread: OnReadOpts): TLSSocket => {
  const name = authorityOf(site)
  const session = tlsSessions.get(name)
  const { host } = site
  const options = {
    ...endOf(site),
    rejectUnauthorized: host !== undefined,
    ...(host === undefined || isIP(host) !== 0 ? {} : { servername: host }),
    onread,
  }
  const socket = connectTls(session === undefined ? options : { ...options, session })
  return socket.once('session', (next: Buffer) => tlsSessions.set(name, next))
}

const lengthIn = (head: string): number => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return length === undefined ? Infinity : Number(length)
}

const isChunked = (head: string): boolean => /\r\ntransfer-encoding: *chunked/i.test(head)

export const askFor = (connection: Connection, request: string): Promise<Answer> =>
  new Promise((resolve) => connection.ask(request, resolve))
