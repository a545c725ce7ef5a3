import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import { namedSchemas } from '@pennant/contract/routes'
import { createEncodings, type Encodings } from './encoding.ts'
import { isFresh } from './fresh.ts'
import { describeRoutes } from './openapi/document.ts'
import { pagePolicy, renderPage } from './openapi/page.ts'

type Document = { encodings: Encodings; tag: string; headers: Readonly<Record<string, string>> }

export const openApiPaths = ['/openapi/v1.json', '/openapi', '/openapi/v1'] as const

export const registerOpenApi = (
  app: FastifyInstance,
  routes: readonly Route[],
  title: (code: ProblemCode) => string,
  guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void => {
  const [forPrograms, ...forPeople] = openApiPaths
  const description = once(() => describeRoutes(routes, namedSchemas(), title))
  const json = once(() =>
    documentOf(JSON.stringify(description()), { 'content-type': 'application/json; charset=utf-8' }),
  )
  const page = once(() =>
    documentOf(renderPage(description()), {
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'content-security-policy': pagePolicy(),
    }),
  )
  const serve = (path: string, document: () => Document): void =>
    void app.get(path, { onRequest: guard, compress: false }, async (request, reply) => {
      const { encodings, tag, headers } = document()
      void reply.headers({
        ...headers,
        etag: `W/"${tag}"`,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      if (isFresh(request, tag, undefined)) return reply.code(304).send()
      const { bytes, encoding } = await encodings.in(request.headers['accept-encoding'])
      if (encoding !== null) void reply.header('content-encoding', encoding)
      return reply.send(bytes)
    })
  serve(forPrograms, json)
  for (const path of forPeople) serve(path, page)
}

const documentOf = (text: string, headers: Document['headers']): Document => ({
  encodings: createEncodings(text),
  tag: createHash('sha256').update(text).digest('base64url').slice(0, 16),
  headers,
})

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
