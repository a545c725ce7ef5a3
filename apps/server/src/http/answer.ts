import type { FastifyReply, FastifyRequest } from 'fastify'
import fastJson from 'fast-json-stringify'
import type { Route } from '@pennant/contract/route'
import { inertPolicy } from './headers.ts'
import { Reply, type Download, type Versioned } from './reply.ts'
import { parseRange } from './range.ts'

type Send = (answer: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Compiles, once per route, what turns a handler's answer into bytes. Undeclared members never leave. */
export const createAnswerer = () => (route: Route): Send => {
  const encode =
    route.answer === 'nothing' || route.answer === 'bytes'
      ? undefined
      : fastJson(route.answer as Parameters<typeof fastJson>[0])
  return async (answer, request, reply) => {
    if (answer instanceof Reply) {
      const { content } = answer
      if (content.kind === 'download') return sendDownload(content, request, reply)
      if (encode === undefined) throw new Error(`${route.id} declares no JSON answer`)
      return sendVersioned(content, encode, request, reply)
    }
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    if (encode === undefined) return reply.code(200).send()
    return reply.type('application/json; charset=utf-8').send(encode(answer))
  }
}

const sendVersioned = async (
  content: Versioned,
  encode: (value: unknown) => string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  void reply
    .header('etag', `W/"${content.tag}"`)
    .header('last-modified', content.modified.toUTCString())
    .header('cache-control', content.cacheControl)
  if (isFresh(request, content.tag, content.modified)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(encode(content.value))
}

/** `If-None-Match` wins; comparison is weak; `*` matches. */
const isFresh = (request: FastifyRequest, tag: string | undefined, modified: Date | undefined): boolean => {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers
  if (tags !== undefined)
    return tags
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''))
      .some((one) => one === '*' || (tag !== undefined && one === `"${tag}"`))
  if (since === undefined || modified === undefined) return false
  const at = Date.parse(since)
  return !Number.isNaN(at) && modified.getTime() <= at
}

const sendDownload = async (
  content: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { tag, modified, size, attachment, cacheControl } = content
  void reply.header('cache-control', cacheControl).header('content-security-policy', inertPolicy)
  if (tag !== undefined) void reply.header('etag', `"${tag}"`)
  if (modified !== undefined) void reply.header('last-modified', modified.toUTCString())
  if (isFresh(request, tag, modified)) return reply.code(304).send()
  void reply.type(content.type)
  if (attachment !== undefined) void reply.header('content-disposition', dispositionOf(attachment))
  if (size === undefined) return reply.send(request.method === 'HEAD' ? undefined : await content.open())
  void reply.header('accept-ranges', 'bytes')
  const range = ifRangeHolds(request, tag) ? parseRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send()
  if (range !== undefined) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    void reply.header('content-length', range.end - range.start + 1)
  } else if (!compressible.test(content.type)) void reply.header('content-length', size)
  return reply.send(request.method === 'HEAD' ? undefined : await content.open(range))
}

const compressible = /^text\/|json|xml|javascript|pdf/

const ifRangeHolds = (request: FastifyRequest, tag: string | undefined): boolean => {
  const condition = request.headers['if-range']
  return condition === undefined || (tag !== undefined && condition === `"${tag}"`)
}

/** Plain and UTF-8 form; nothing in a name can end the header. */
export const dispositionOf = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
