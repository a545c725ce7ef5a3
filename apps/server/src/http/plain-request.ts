import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '(\\d{1,9})')}$`, 'i')

/** Neither a proxy, which would influence the answer, nor headers that ask for more than the answer. */
export const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers['x-forwarded-proto'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.upgrade === undefined &&
  headers.expect === undefined

export const isEmpty = (headers: IncomingHttpHeaders): boolean => headers['content-length'] === undefined

// Clients that use the server as a proxy send `http://host/path`, which servers have to accept.
export const useOriginForm = (request: IncomingMessage): void => {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (path !== undefined) request.url = path.startsWith('/') ? path : `/${path}`
}
