import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'

export type RawRequest = {
  method: string
  path: string
  version: '1.0' | '1.1'
  headers: Readonly<Record<string, string>>
  /** One character per byte. */
  body?: string | undefined
}

/** `headers`: sorted, since their order means nothing; without the date. */
export type RawResponse = { start: string; headers: string[]; body: string }

/** Sends exactly this, and tells everything that comes back. */
export const sendRaw = async (
  origin: string,
  { method, path, version, headers, body = '' }: RawRequest,
): Promise<RawResponse> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // A server that refuses a body stops reading it.
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    if (isWhole(text)) socket.destroy()
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${path} HTTP/${version}`, ...lines, '', body].join('\r\n'), 'latin1')
  await once(socket, 'close')
  const end = text.indexOf('\r\n\r\n')
  const [start = '', ...got] = text.slice(0, end).split('\r\n')
  return {
    start,
    headers: got.filter((line) => !/^date:/i.test(line)).toSorted(),
    body: text.slice(end + 4),
  }
}

// Other responses end with their connection.
const isWhole = (text: string): boolean => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end)
  if (/^HTTP\/1\.[01] (?:204|304) /.test(head)) return true
  if (/^transfer-encoding: chunked$/im.test(head)) return text.endsWith('\r\n0\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return length !== undefined && text.length >= end + 4 + Number(length)
}

/** Connections seem to come from the address that is set when they are opened. */
export const pretendPeer = (server: Server): ((address: string) => void) => {
  let peer = '127.0.0.1'
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: peer })
  })
  return (address) => {
    peer = address
  }
}
