import { pipeline, Readable } from 'node:stream'
import { Answer, type AnswerHeaders, type Asked } from './answer.ts'
import { createCompressor, negotiateEncoding } from './encoding.ts'
import type { Streamed } from './reply.ts'

// Until the first portion is there, a failure is an ordinary error.
export const streamedAnswer = async (
  { portions, total }: Streamed,
  encode: (item: unknown) => string,
  json: AnswerHeaders,
  request: Asked,
): Promise<Answer> => {
  const head = request.method === 'HEAD'
  const texts = jsonOf(portions, encode)
  const first = head ? undefined : await texts.next()
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  const headers = {
    ...json,
    vary: 'accept-encoding',
    ...(total === undefined ? {} : { 'x-total-count': String(total) }),
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  }
  const body = Readable.from(first === undefined ? [] : resumed(first, texts), { objectMode: false })
  if (head || encoding === null) return new Answer(200, headers, body)
  // If either end fails, so does the other; the server closes the connection to tell the client.
  return new Answer(
    200,
    headers,
    pipeline(body, createCompressor(encoding), () => undefined),
  )
}

async function* jsonOf(
  portions: Streamed['portions'],
  encode: (item: unknown) => string,
): AsyncGenerator<string> {
  let before = '['
  for await (const portion of portions) {
    if (portion.length === 0) continue
    yield before + portion.map((item) => encode(item)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function* resumed(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
