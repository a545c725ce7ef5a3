import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createCompressor,
  isWorthCompressing,
  negotiateEncoding,
  streamOf,
  type Encoding,
} from './encoding.ts'
import { isFresh } from './fresh.ts'
import { inertPolicy } from './headers.ts'
import { parseRange } from './range.ts'
import type { Download } from './reply.ts'

type Part = ReturnType<typeof parseRange>

// No headers are sent before the file is open: a missing file is still an ordinary error.
export const sendDownload = async (
  content: Download,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { tag, modified, size } = content
  const validators = { 'cache-control': cacheControl, ...validatorsOf(content) }
  if (request.method !== 'POST' && isFresh(request, tag, modified))
    return reply.headers(validators).code(304).send()
  const compressible = size !== undefined && isWorthCompressing(content.type, size)
  const accepted = compressible ? negotiateEncoding(request.headers['accept-encoding']) : null
  const part = partOf(content, request, accepted)
  if (part === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
  const encoding = part === undefined ? accepted : null
  // The framework sends no body with a length of zero, but does send an empty stream.
  const body = request.method === 'HEAD' ? Readable.from([]) : streamOf(await content.open(part))
  void reply
    .code(part === undefined ? 200 : 206)
    .headers({ ...validators, ...lengthOf(part, size, encoding) })
    .type(content.type)
  if (content.attachment !== undefined)
    void reply.header('content-disposition', dispositionOf(content.attachment))
  if (compressible) void reply.header('vary', 'accept-encoding')
  if (request.method === 'HEAD' || encoding === null) return reply.send(body)
  // If either end fails, so does the other; the server closes the connection to tell the client.
  return reply.send(pipeline(body, createCompressor(encoding), () => undefined))
}

const validatorsOf = ({ tag, modified }: Download): Record<string, string> => ({
  'content-security-policy': inertPolicy,
  ...(tag === undefined ? {} : { etag: `"${tag}"` }),
  ...(modified === undefined ? {} : { 'last-modified': modified.toUTCString() }),
})

const partOf = ({ tag, size }: Download, request: FastifyRequest, accepted: Encoding | null): Part => {
  const { range, 'if-range': condition } = request.headers
  if (size === undefined || request.method !== 'GET') return undefined
  // The client may hold the start of the compressed form, which this range would not fit.
  if (condition !== undefined && (accepted !== null || tag === undefined || condition !== `"${tag}"`))
    return undefined
  return parseRange(range, size)
}

const lengthOf = (
  part: Part,
  size: number | undefined,
  encoding: Encoding | null,
): Record<string, string | number> => {
  if (encoding !== null) return { 'content-encoding': encoding }
  if (size === undefined) return {}
  if (typeof part !== 'object') return { 'accept-ranges': 'bytes', 'content-length': size }
  return {
    'accept-ranges': 'bytes',
    'content-range': `bytes ${part.start}-${part.end}/${size}`,
    'content-length': part.end - part.start + 1,
  }
}

// In plain and UTF-8 form; no file name can end the header.
const dispositionOf = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
