import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const wantsWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Null for an invalid request. */
export const keyOf = ({ headers }: IncomingMessage): string | null => {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = headers
  return version === '13' && /^[+/0-9A-Za-z]{22}==$/.test(key) ? key : null
}

/** No subprotocol or extension is ever accepted. */
export const accepted = (key: string): string =>
  [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1')
      .update(key + guid)
      .digest('base64')}`,
    '',
    '',
  ].join('\r\n')
