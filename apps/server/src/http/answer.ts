import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '@pennant/contract/route'
import { cacheControlOf } from './caching.ts'
import { sendDownload } from './download.ts'
import { compileEncoder, compileItemEncoder } from '../kit/schema-writer.ts'
import type { Encodings } from './encoding.ts'
import { isFresh } from './fresh.ts'
import { Reply, type Versioned } from './reply.ts'
import { sendStreamed } from './streamed.ts'
import type { EncodingCache } from './encoding-cache.ts'

type Send = (answer: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export const jsonType = 'application/json; charset=utf-8'

/** Members that the schema doesn't declare never leave the server. */
export const createAnswerer =
  (cache: EncodingCache) =>
  (route: Route): Send => {
    const encode = compileEncoder(route)
    const cacheControl = cacheControlOf(route)
    let encodeItem: ((value: unknown) => string) | undefined
    return async (answer, request, reply) => {
      if (answer instanceof Reply) {
        const { content } = answer
        if (content.kind === 'download') return sendDownload(content, cacheControl, request, reply)
        if (content.kind === 'streamed') {
          encodeItem ??= compileItemEncoder(route)
          return sendStreamed(content, encodeItem, { jsonType, cacheControl }, request, reply)
        }
        if (encode === undefined) throw new Error(`${route.id} declares no JSON answer`)
        if (content.kind === 'edited') {
          void reply.headers({ etag: `"${content.tag}"`, 'cache-control': cacheControl })
          return reply.type(jsonType).send(encode(content.value))
        }
        if (content.kind === 'counted') {
          void reply.headers({ 'x-total-count': String(content.total), 'cache-control': cacheControl })
          return reply.type(jsonType).send(encode(content.value))
        }
        const encodings = cache.of(content.value, encode)
        void reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
        return content.kind === 'prepared'
          ? sendEncoded(encodings, request, reply)
          : sendVersioned(content, encodings, request, reply)
      }
      void reply.header('cache-control', cacheControl)
      if (encode === undefined) return reply.code(route.answer === 'noContent' ? 204 : 200).send()
      return reply.type(jsonType).send(encode(answer))
    }
  }

const sendVersioned = async (
  content: Versioned,
  encodings: Encodings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { tag, modified } = content
  void reply.headers({ etag: `W/"${tag}"`, 'last-modified': modified.toUTCString() })
  if (!isFresh(request, tag, modified)) return sendEncoded(encodings, request, reply)
  return reply.code(304).send()
}

const sendEncoded = async (
  encodings: Encodings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { bytes, encoding } = await encodings.in(request.headers['accept-encoding'])
  if (encoding !== null) void reply.header('content-encoding', encoding)
  return reply.type(jsonType).send(bytes)
}
