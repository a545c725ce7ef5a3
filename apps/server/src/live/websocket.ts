import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Outgoing } from './outgoing.ts'
import type { Transport, TransportEvents } from './transport.ts'

const normalClosure = 1000

export function openWebSocket(
  ws: WebSocket,
  socket: Duplex,
  bufferBytes: number,
  events: TransportEvents,
): Transport {
  ws.on('message', (data) => events.data(toBuffer(data)))
  ws.on('close', () => events.closed())
  // 'close' follows every error.
  ws.on('error', () => {})
  return {
    kind: 'WebSockets',
    send(message: Outgoing): boolean {
      if (ws.readyState !== ws.OPEN) return true
      if (ws.bufferedAmount > bufferBytes) return false
      // `ws` would frame the bytes per client. It writes its own frames whole, so these can't split one.
      socket.write(message.frames)
      return true
    },
    end: () => ws.close(normalClosure),
    abort: () => {
      ws.terminate()
      events.closed()
    },
    onTimer: () => Number.POSITIVE_INFINITY,
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
