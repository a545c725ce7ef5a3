import type { ServerResponse } from 'node:http'
import type { Outgoing } from './outgoing.ts'
import type { Transport, TransportEvents } from './transport.ts'

export function openEventStream(
  res: ServerResponse,
  bufferBytes: number,
  events: Pick<TransportEvents, 'closed'>,
): Transport {
  res.on('close', () => events.closed())
  res.on('error', () => {})
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-store',
    // Proxies that buffer would delay events.
    'Content-Encoding': 'identity',
    'X-Accel-Buffering': 'no',
  })
  res.write(':\r\n\r\n')
  return {
    kind: 'ServerSentEvents',
    send(message: Outgoing): boolean {
      if (res.writableEnded || res.destroyed) return true
      if (res.writableLength > bufferBytes) return false
      res.write(message.events)
      return true
    },
    end: () => {
      res.end()
    },
    abort: () => {
      res.destroy()
      // `destroy` emits no event if the client left before the stream began.
      events.closed()
    },
    onTimer: () => Number.POSITIVE_INFINITY,
  }
}
