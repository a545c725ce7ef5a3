import { pipeline, Readable } from 'node:stream'
import { Answer, type AnswerHeaders, type Asked } from './answer.ts'
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
export const downloadAnswer = async (
  content: Download,
  cacheControl: string,
  request: Asked,
): Promise<Answer> => {
  const { tag, modified, size } = content
  const validators = { 'cache-control': cacheControl, ...validatorsOf(content) }
  if (request.method !== 'POST' && isFresh(request, tag, modified)) return new Answer(304, validators, null)
  const compressible = size !== undefined && isWorthCompressing(content.type, size)
  const accepted = compressible ? negotiateEncoding(request.headers['accept-encoding']) : null
  const part = partOf(content, request, accepted)
  if (part === 'unsatisfiable')
    return new Answer(416, { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' }, null)
  const encoding = part === undefined ? accepted : null
  // The framework sends no body with a length of zero, but does send an empty stream.
  const body = request.method === 'HEAD' ? Readable.from([]) : await content.open(part)
  const status = part === undefined ? 200 : 206
  const headers = {
    ...validators,
    ...lengthOf(part, size, encoding),
    'content-type': content.type,
    ...(content.attachment === undefined ? {} : { 'content-disposition': dispositionOf(content.attachment) }),
    ...(compressible ? { vary: 'accept-encoding' } : {}),
  }
  if (request.method === 'HEAD' || encoding === null) return new Answer(status, headers, body)
  // If either end fails, so does the other; the server closes the connection to tell the client.
  return new Answer(
    status,
    headers,
    pipeline(streamOf(body), createCompressor(encoding), () => undefined),
  )
}

const validatorsOf = ({ tag, modified }: Download): AnswerHeaders => ({
  'content-security-policy': inertPolicy,
  ...(tag === undefined ? {} : { etag: `"${tag}"` }),
  ...(modified === undefined ? {} : { 'last-modified': modified.toUTCString() }),
})

const partOf = ({ tag, size }: Download, request: Asked, accepted: Encoding | null): Part => {
  const { range, 'if-range': condition } = request.headers
  if (size === undefined || request.method !== 'GET') return undefined
  // The client may hold the start of the compressed form, which this range would not fit.
  if (condition !== undefined && (accepted !== null || tag === undefined || condition !== `"${tag}"`))
    return undefined
  return parseRange(range, size)
}

const lengthOf = (part: Part, size: number | undefined, encoding: Encoding | null): AnswerHeaders => {
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
