import type { IncomingMessage } from 'node:http'
import type { World } from './world.ts'

export type Heard = {
  /** Since they were last taken, with their methods. */
  take(): string[]
}

/** The requests that reach the server, in order. Files of the built client are left out: no limit counts them. */
export const hearRequests = ({ app: { http } }: World): Heard => {
  const heard: string[] = []
  const hear = (as: string | undefined, { url = '' }: IncomingMessage): void => {
    const [path = ''] = url.split('?')
    if (!path.startsWith('/static/')) heard.push(`${as} ${path}`)
  }
  http.server.prependListener('request', (request: IncomingMessage) => hear(request.method, request))
  http.server.prependListener('upgrade', (request: IncomingMessage) => hear('upgrade', request))
  return { take: () => heard.splice(0) }
}
