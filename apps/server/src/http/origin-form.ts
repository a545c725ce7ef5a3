import type { IncomingMessage } from 'node:http'

// Clients that use the server as a proxy send `http://host/path`, which servers have to accept.
export const useOriginForm = (request: IncomingMessage): void => {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (path !== undefined) request.url = path.startsWith('/') ? path : `/${path}`
}
