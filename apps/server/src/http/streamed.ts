import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCompressor, negotiateEncoding } from './encoding.ts'
import type { Streamed } from './reply.ts'

// Until the first portion is there, a failure is an ordinary error.
export const sendStreamed = async (
  { portions, total }: Streamed,
  encode: (item: unknown) => string,
  { jsonType, cacheControl }: { jsonType: string; cacheControl: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const head = request.method === 'HEAD'
  const texts = jsonOf(portions, encode)
  const first = head ? undefined : await texts.next()
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  void reply.headers({
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(total === undefined ? {} : { 'x-total-count': String(total) }),
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  })
  void reply.type(jsonType)
  const body = Readable.from(first === undefined ? [] : resumed(first, texts), { objectMode: false })
  if (head || encoding === null) return reply.send(body)
  // If either end fails, so does the other; the server closes the connection to tell the client.
  return reply.send(pipeline(body, createCompressor(encoding), () => undefined))
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
