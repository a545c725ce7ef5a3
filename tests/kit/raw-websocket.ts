import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export type Frame = { opcode: number; payload: Buffer }

type Oddities = { final?: boolean; reserved?: number; masked?: boolean }

export const frame = (
  opcode: number,
  payload: Buffer | string = '',
  { final = true, reserved = 0, masked = true }: Oddities = {},
): Buffer => {
  const bytes = Buffer.from(payload)
  const { length } = bytes
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = (final ? 0x80 : 0) | (reserved << 4) | opcode
  head[1] = (masked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  if (!masked) return Buffer.concat([head, bytes])
  const mask = randomBytes(4)
  return Buffer.concat([head, mask, bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

export const leave = (status?: number): Buffer =>
  frame(opcodes.close, status === undefined ? '' : Buffer.from([status >> 8, status & 0xff]))

export type RawWebSocket = {
  socket: Socket
  /** Null when accepted. */
  refusal: string | null
  /** Null once the server has closed the connection. */
  hear(): Promise<Frame | null>
  /** 1005 without a status, 1006 without a close frame. Skips data. */
  farewell(): Promise<number>
  data(): Promise<Buffer>
  closed: Promise<'ended' | 'reset'>
}

export type RawWebSocketOptions = {
  headers?: Record<string, string>
  more?: Buffer
}

export const openRaw = async (
  origin: string,
  path: string,
  { headers = {}, more }: RawWebSocketOptions = {},
): Promise<RawWebSocket> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
  let unread = Buffer.alloc(0)
  let over = false
  let wake = (): void => undefined
  const closed = new Promise<'ended' | 'reset'>((resolve) => {
    socket.once('error', () => resolve('reset'))
    socket.once('close', () => resolve('ended'))
  })
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    wake()
  })
  const end = (): void => {
    over = true
    wake()
  }
  socket.on('end', end)
  socket.on('close', end)
  // Null when the connection ends first.
  const until = async <T>(read: () => T | null): Promise<T | null> => {
    for (;;) {
      const value = read()
      if (value !== null || over) return value
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const all = { ...upgradeHeaders, host: 'localhost', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.write(more === undefined ? request : Buffer.concat([request, more]))

  const accepted = await until(() => {
    const at = unread.indexOf('\r\n\r\n')
    if (at === -1) return null
    if (!unread.subarray(0, at).toString().startsWith('HTTP/1.1 101 ')) return over ? false : null
    unread = unread.subarray(at + 4)
    return true
  })
  const refusal = accepted === true ? null : unread.toString()
  if (refusal !== null) socket.end()

  const hear = (): Promise<Frame | null> =>
    until(() => {
      const found = firstFrame(unread)
      if (found === null) return null
      unread = unread.subarray(found.size)
      return found
    })

  const farewell = async (): Promise<number> => {
    for (let next = await hear(); next !== null; next = await hear())
      if (next.opcode === opcodes.close) return next.payload.length < 2 ? 1005 : next.payload.readUInt16BE(0)
    return 1006
  }

  const data = async (): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let next = await hear(); next !== null && next.opcode !== opcodes.close; next = await hear())
      parts.push(next.payload)
    return Buffer.concat(parts)
  }

  return { socket, refusal, hear, farewell, data, closed }
}

const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

const firstFrame = (bytes: Buffer): (Frame & { size: number }) | null => {
  const [first = 0, short = 0] = bytes
  const headSize = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < headSize) return null
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const size = headSize + length
  if (bytes.length < size) return null
  return { opcode: first & 0x0f, payload: bytes.subarray(headSize, size), size }
}
