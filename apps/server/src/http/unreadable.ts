import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@pennant/contract/problem'
import { securityHeaders } from './headers.ts'

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** What cannot be read as HTTP, or not in time, reaches no route and has no language; it gets an answer all the same. */
export const answerUnreadable =
  (title: (code: ProblemCode) => string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
    const status = statuses[error.code ?? ''] ?? 400
    const code = 'request.malformed'
    const body = JSON.stringify({ title: title(code), status, code })
    const headers = {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }

/** An answer that is under way must not get another one in its midst. Node keeps it here. */
const isAnswering = (socket: Socket): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ?? false
