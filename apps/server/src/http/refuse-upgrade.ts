import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerNeeds } from './needs.ts'
import { errorAnswer, faultOf, problemOf } from './error.ts'
import { securityHeaders } from './headers.ts'
import { linger } from './linger.ts'

// Node has let go of the connection.
export const createUpgradeRefusal =
  ({ texts, negotiate, requestIdOf }: Pick<ServerNeeds, 'texts' | 'negotiate' | 'requestIdOf'>) =>
  (request: IncomingMessage, socket: Socket, error: unknown): void => {
    const { url, headers } = request
    const { cookie, 'accept-language': acceptLanguage } = headers
    const language = negotiate({ query: url?.split('?')[1], cookie, acceptLanguage })
    const answer = errorAnswer(problemOf(error) ?? faultOf(error), {
      language,
      texts,
      requestId: () => requestIdOf(request),
    })
    const body = JSON.stringify(answer.body)
    const lines = Object.entries({
      ...securityHeaders,
      ...answer.headers,
      'content-language': language,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...lines, '', body].join('\r\n'),
    )
    linger(socket)
  }
