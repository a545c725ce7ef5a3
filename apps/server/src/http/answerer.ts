import type { Route } from '@pennant/contract/route'
import { compileEncoder, compileItemEncoder } from '../kit/schema-writer.ts'
import { Answer, type AnswerHeaders, type Asked } from './answer.ts'
import { cacheControlOf } from './caching.ts'
import { downloadAnswer } from './download.ts'
import { createEncodings, worthwhileBytes, type EncodedBody, type Encodings } from './encoding.ts'
import { isFresh } from './fresh.ts'
import { RawJson, Reply } from './reply.ts'
import { streamedAnswer } from './streamed.ts'

export type Answerer = (result: unknown, request: Asked) => Answer | Promise<Answer>

type JsonHeaders = { 'cache-control': string; 'content-type': string }

const jsonType = 'application/json; charset=utf-8'

/** Members that the schema doesn't declare never leave the server. */
export const createAnswerer = (route: Route): Answerer => {
  const encode = compileEncoder(route)
  const cacheControl = cacheControlOf(route)
  const json = { 'cache-control': cacheControl, 'content-type': jsonType }
  let encodeItem: ((value: unknown) => string) | undefined
  return (result, request) => {
    if (!(result instanceof Reply)) {
      if (encode !== undefined) return textAnswer(encode(result), json, request)
      return new Answer(route.answer === 'noContent' ? 204 : 200, { 'cache-control': cacheControl }, null)
    }
    const { content } = result
    if (content.kind === 'download') return downloadAnswer(content, cacheControl, request)
    if (content.kind === 'streamed') {
      encodeItem ??= compileItemEncoder(route)
      return streamedAnswer(content, encodeItem, json, request)
    }
    if (encode === undefined) throw new Error(`${route.id} declares no JSON answer`)
    if (content.kind === 'edited')
      return textAnswer(encode(content.value), { etag: `"${content.tag}"`, ...json }, request)
    if (content.kind === 'counted') {
      const headers = { 'x-total-count': String(content.total), ...json }
      return textAnswer(encode(content.value), headers, request)
    }
    const { value } = content
    result.encodings ??= value instanceof RawJson ? value.encodings : createEncodings(encode(value))
    return preparedAnswer(result, result.encodings, json, request)
  }
}

const textAnswer = (text: string, headers: AnswerHeaders, asked: Asked): Answer | Promise<Answer> => {
  // No character takes more than three bytes.
  if (text.length * 3 < worthwhileBytes || Buffer.byteLength(text) < worthwhileBytes)
    return new Answer(200, headers, text)
  const encoded = createEncodings(text).in(asked.headers['accept-encoding'])
  return encoded.then((body) => encodedAnswer(body, { ...headers, vary: 'accept-encoding' }))
}

// A reply that is kept keeps its answers.
const preparedAnswer = (
  reply: Reply,
  encodings: Encodings,
  json: JsonHeaders,
  asked: Asked,
): Answer | Promise<Answer> => {
  const { content } = reply
  if (content.kind === 'versioned' && isFresh(asked, content.tag, content.modified))
    return keptAnswer(reply, null, json)
  const accepted = asked.headers['accept-encoding']
  const ready = encodings.ready(accepted)
  if (ready !== undefined) return keptAnswer(reply, ready, json)
  return encodings.in(accepted).then((encoded) => keptAnswer(reply, encoded, json))
}

/** Null: the client has the body. */
const keptAnswer = (reply: Reply, encoded: EncodedBody | null, json: JsonHeaders): Answer => {
  reply.answers ??= new Map()
  const known = reply.answers.get(encoded)
  if (known !== undefined) return known
  const { 'content-type': type, ...caching } = json
  const headers = { ...caching, ...validatorsOf(reply), vary: 'accept-encoding' }
  const answer =
    encoded === null
      ? new Answer(304, headers, null)
      : encodedAnswer(encoded, { ...headers, 'content-type': type })
  reply.answers.set(encoded, answer)
  return answer
}

const validatorsOf = ({ content }: Reply): AnswerHeaders =>
  content.kind === 'versioned'
    ? { etag: `W/"${content.tag}"`, 'last-modified': content.modified.toUTCString() }
    : {}

const encodedAnswer = ({ bytes, encoding }: EncodedBody, headers: AnswerHeaders): Answer =>
  new Answer(200, encoding === null ? headers : { ...headers, 'content-encoding': encoding }, bytes)
