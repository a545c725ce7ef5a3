import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** `/api/game/:id/scoreboard` with numbers, and nothing behind it. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '(\\d{1,9})')}$`, 'i')

/** Came here without a proxy, which would have its say in the answer, and wants nothing else than the answer. */
export const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers['x-forwarded-proto'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.upgrade === undefined &&
  headers.expect === undefined

/** Brings no body. */
export const isEmpty = (headers: IncomingHttpHeaders): boolean => headers['content-length'] === undefined

/** `http://host/path` is how programs ask that take us for their proxy. Servers have to understand it. */
export const useOriginForm = (request: IncomingMessage): void => {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (path !== undefined) request.url = path.startsWith('/') ? path : `/${path}`
}
