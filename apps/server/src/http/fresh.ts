import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** `If-None-Match` wins; comparison is weak; `*` matches. */
export const isFresh = (
  { headers }: FastifyRequest,
  tag: string | undefined,
  modified: Date | undefined,
): boolean => isFreshFor(headers, tag, modified)

export const isFreshFor = (
  { 'if-none-match': tags, 'if-modified-since': since }: IncomingHttpHeaders,
  tag: string | undefined,
  modified: Date | undefined,
): boolean => {
  if (tags !== undefined && tag !== undefined && tags === `W/"${tag}"`) return true
  if (tags !== undefined)
    return tags
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''))
      .some((one) => one === '*' || (tag !== undefined && one === `"${tag}"`))
  if (since === undefined || modified === undefined) return false
  const at = Date.parse(since)
  // The header has no fraction of the second.
  return !Number.isNaN(at) && Math.floor(modified.getTime() / 1000) <= Math.floor(at / 1000)
}
