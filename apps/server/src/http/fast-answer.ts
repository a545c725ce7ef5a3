import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@pennant/contract/route'
import type { Ready } from './bind.ts'
import { cacheControlOf } from './caching.ts'
import type { EncodedBody } from './encoding.ts'
import { isFreshFor } from './fresh.ts'
import { securityHeaders } from './headers.ts'
import type { createLanguages } from './language.ts'
import type { ServerNeeds } from './needs.ts'
import { isEmpty, isPlain, pathPattern } from './plain-request.ts'
import type { EncodingCache } from './encoding-cache.ts'

type FastAnswer = { route: Route; path: RegExp; ready: Ready; headOf: HeadOf }

/** For boards that thousands read, the framework is too slow. Anything unusual still goes through it. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export const createFastAnswers = (
  { routes, metrics }: Pick<ServerNeeds, 'routes' | 'metrics'>,
  languageOf: ReturnType<typeof createLanguages>,
  cache: EncodingCache,
  uncounted: (request: IncomingMessage) => boolean,
): FastPath => {
  const answers = routes.flatMap(({ route, ready }): FastAnswer[] =>
    ready === undefined
      ? []
      : [{ route, path: pathPattern(route.path), ready, headOf: createHeads(cacheControlOf(route)) }],
  )

  const pass = (
    { route, ready, headOf }: FastAnswer,
    id: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    const { headers } = request
    if (!isPlain(headers) || !isEmpty(headers) || !uncounted(request)) return false
    const begun = performance.now()
    const content = ready(id)
    if (content === null) return false
    const language = languageOf(headers)
    const fresh = isFreshFor(headers, content.tag, content.modified)
    if (fresh) response.writeHead(304, headOf(content, language, null)).end()
    else {
      const encoded = cache.known(content.value)?.ready(headers['accept-encoding'])
      if (encoded === undefined) return false
      response.writeHead(200, headOf(content, language, encoded)).end(encoded.bytes)
    }
    metrics.observe(route.path, 'GET', fresh ? 304 : 200, (performance.now() - begun) / 1000)
    return true
  }

  return (request, response) => {
    if (request.method !== 'GET') return false
    for (const fast of answers) {
      const id = fast.path.exec(request.url ?? '')?.[1]
      if (id !== undefined) return pass(fast, Number(id), request, response)
    }
    return false
  }
}

type Content = NonNullable<ReturnType<Ready>>
type HeadOf = (content: Content, language: string, encoded: EncodedBody | null) => string[]

const createHeads = (cacheControl: string): HeadOf => {
  const heads = new WeakMap<object, Map<string, Map<Kind, string[]>>>()
  return (content, language, encoded) => {
    const kind = encoded === null ? 'fresh' : encoded.encoding
    const known = heads.get(content.value)?.get(language)?.get(kind)
    if (known !== undefined) return known
    const ofContent = heads.get(content.value) ?? new Map<string, Map<Kind, string[]>>()
    heads.set(content.value, ofContent)
    const ofLanguage = ofContent.get(language) ?? new Map<Kind, string[]>()
    ofContent.set(language, ofLanguage)
    const head = headFor(content, cacheControl, language, encoded)
    ofLanguage.set(kind, head)
    return head
  }
}

type Kind = EncodedBody['encoding'] | 'fresh'

const headFor = (
  { tag, modified }: Content,
  cacheControl: string,
  language: string,
  encoded: EncodedBody | null,
): string[] => [
  ...Object.entries(securityHeaders).flat(),
  ...['content-language', language],
  ...['etag', `W/"${tag}"`],
  ...['last-modified', modified.toUTCString()],
  ...['cache-control', cacheControl],
  ...['vary', 'accept-encoding'],
  ...(encoded === null
    ? []
    : ['content-type', 'application/json; charset=utf-8', 'content-length', String(encoded.bytes.length)]),
  ...(encoded === null || encoded.encoding === null ? [] : ['content-encoding', encoded.encoding]),
]
