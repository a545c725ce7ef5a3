import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@pennant/contract/problem'
import { securityHeaders } from './headers.ts'
import { linger } from './linger.ts'

type Refusal = { status: number; code: ProblemCode }

const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.tooSlow' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'request.malformed' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.malformed' },
}
const malformed: Refusal = { status: 400, code: 'request.malformed' }

export const answerUnreadable =
  (title: (code: ProblemCode) => string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
    const { status, code } = refusals[error.code ?? ''] ?? malformed
    const body = JSON.stringify({ title: title(code), status, code })
    const headers = {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    linger(socket)
  }

// Node keeps the current answer here; a second one must not be written into it.
const isAnswering = (socket: Socket): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ?? false
