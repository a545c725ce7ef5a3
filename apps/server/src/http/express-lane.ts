import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@pennant/contract/route'
import type { Bound, Ready } from './bind.ts'
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

  return (request, response) => {
    if (request.method !== 'GET' || !isPlain(request)) return false
    const begun = performance.now()
    for (const { route, path, ready } of lanes) {
      const id = path.exec(request.url ?? '')?.[1]
      if (id === undefined) continue
      if (!uncounted(request)) return false
      const content = ready(Number(id))
      if (content === null) return false
      const { tag, modified, cacheControl, value } = content
      const headers = {
        ...securityHeaders,
        'content-language': negotiate({
          cookie: request.headers.cookie,
          acceptLanguage: request.headers['accept-language'],
        }),
        etag: `W/"${tag}"`,
        'last-modified': modified.toUTCString(),
        'cache-control': cacheControl,
        vary: 'accept-encoding',
      }
      const fresh = isFreshFor(request.headers, tag, modified)
      const form = fresh ? undefined : forms.known(value)?.ready(request.headers['accept-encoding'])
      if (!fresh && form === undefined) return false
      if (form === undefined) response.writeHead(304, headers).end()
      else
        response
          .writeHead(200, {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'content-length': form.bytes.length,
            ...(form.encoding === null ? {} : { 'content-encoding': form.encoding }),
          })
          .end(form.bytes)
      metrics.observe(route.path, 'GET', fresh ? 304 : 200, (performance.now() - begun) / 1000)
      return true
    }
    return false
  }
}

/** `/api/game/:id/scoreboard` with a number. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/, '(\\d{1,9})')}$`, 'i')

/** Came here without a proxy, which would have its say in the answer, and brings no body. */
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers['x-forwarded-proto'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['content-length'] === undefined
