import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '@pennant/contract/enums'
import type { Route } from '@pennant/contract/route'
import type { Bound, Ready } from './bind.ts'
import type { Form } from './encoding.ts'
import { isFreshFor } from './fresh.ts'
import { securityHeaders } from './headers.ts'
import type { EdgeNeeds } from './needs.ts'
import type { FormShelf } from './written.ts'

type Needs = Pick<EdgeNeeds, 'negotiate' | 'metrics'> & {
  bounds: readonly Bound[]
  forms: FormShelf
  /** Whether nobody counts how often this client asks. */
  uncounted: (request: IncomingMessage) => boolean
}

type Lane = { route: Route; path: RegExp; ready: Ready }

/** A board that thousands look at is not worth a framework. Whatever is unusual takes the ordinary way. */
export type ExpressLane = (request: IncomingMessage, response: ServerResponse) => boolean

export const createExpressLane = ({ bounds, forms, uncounted, negotiate, metrics }: Needs): ExpressLane => {
  const lanes = bounds.flatMap(({ route, ready }): Lane[] =>
    ready === undefined ? [] : [{ route, path: patternOf(route.path), ready }],
  )

  const headOf = createHeads()
  const languageOf = createLanguages(negotiate)

  const pass = (
    { route, ready }: Lane,
    id: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    const { headers } = request
    if (!isPlain(headers) || !uncounted(request)) return false
    const begun = performance.now()
    const content = ready(id)
    if (content === null) return false
    const language = languageOf(headers)
    const fresh = isFreshFor(headers, content.tag, content.modified)
    if (fresh) response.writeHead(304, headOf(content, language, null)).end()
    else {
      const form = forms.known(content.value)?.ready(headers['accept-encoding'])
      if (form === undefined) return false
      response.writeHead(200, headOf(content, language, form)).end(form.bytes)
    }
    metrics.observe(route.path, 'GET', fresh ? 304 : 200, (performance.now() - begun) / 1000)
    return true
  }

  return (request, response) => {
    if (request.method !== 'GET') return false
    for (const lane of lanes) {
      const id = lane.path.exec(request.url ?? '')?.[1]
      if (id !== undefined) return pass(lane, Number(id), request, response)
    }
    return false
  }
}
const mostLanguages = 500

/** Browsers of one kind all say the same about languages. */
const createLanguages = (negotiate: EdgeNeeds['negotiate']) => {
  const known = new Map<string, Language>()
  return ({ cookie, 'accept-language': acceptLanguage = '' }: IncomingHttpHeaders): Language => {
    if (cookie?.includes('Culture') === true) return negotiate({ cookie, acceptLanguage })
    const language = known.get(acceptLanguage) ?? negotiate({ acceptLanguage })
    if (known.size >= mostLanguages) known.clear()
    known.set(acceptLanguage, language)
    return language
  }
}

type Content = NonNullable<ReturnType<Ready>>

/** What goes before the bytes is the same for everybody who speaks the language, too. */
const createHeads = () => {
  const heads = new WeakMap<object, Map<string, string[]>>()
  return ({ tag, modified, cacheControl, value }: Content, language: string, form: Form | null): string[] => {
    const known = heads.get(value) ?? new Map<string, string[]>()
    heads.set(value, known)
    const key = `${language} ${form === null ? 'fresh' : form.encoding}`
    const head = known.get(key) ?? [
      ...Object.entries(securityHeaders).flat(),
      ...['content-language', language],
      ...['etag', `W/"${tag}"`],
      ...['last-modified', modified.toUTCString()],
      ...['cache-control', cacheControl],
      ...['vary', 'accept-encoding'],
      ...(form === null
        ? []
        : ['content-type', 'application/json; charset=utf-8', 'content-length', String(form.bytes.length)]),
      ...(form === null || form.encoding === null ? [] : ['content-encoding', form.encoding]),
    ]
    known.set(key, head)
    return head
  }
}

/** `/api/game/:id/scoreboard` with a number. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/, '(\\d{1,9})')}$`, 'i')

/** Came here without a proxy, which would have its say in the answer, and brings no body. */
const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers['x-forwarded-proto'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['content-length'] === undefined
