import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'

/** The page that carries the client, and where the client's files are. */
export type Shell = {
  page(request: { acceptLanguage: string | undefined }): Promise<{ html: string; csp: string } | null>
  staticRoot: string | null
}

type Needs = {
  shell: Shell
  routes: readonly Route[]
  gate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const ours = /^\/(api|hub|assets|openapi)(\/|$)/i

/** What no route has taken: pages of the client, and honest answers for everything else. */
export const registerFallback = async (app: FastifyInstance, { shell, routes, gate }: Needs): Promise<void> => {
  if (shell.staticRoot !== null)
    await app.register(staticFiles, {
      root: shell.staticRoot,
      prefix: '/static/',
      index: false,
      preCompressed: true,
      maxAge: '7d',
      immutable: true,
      decorateReply: false,
    })

  const matchers = routes.map((route) => ({ method: route.method, matches: matcherOf(route.path) }))

  app.setNotFoundHandler({ preHandler: gate }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const { method } = request
    const allowed = [...new Set(matchers.filter(({ matches }) => matches.test(path)).map((one) => one.method))]
    if (allowed.length > 0 && !allowed.some((one) => one === method)) {
      void reply.header('allow', allowed.join(', '))
      throw new Problem('request.methodNotAllowed')
    }
    if (ours.test(path)) throw new Problem('request.notFound')
    if (method !== 'GET' && method !== 'HEAD') throw new Problem('request.methodNotAllowed')
    if ((path.split('/').at(-1) ?? '').includes('.')) throw new Problem('request.notFound')
    const page = await shell.page({ acceptLanguage: request.headers['accept-language'] })
    if (page === null) return reply.code(404).type('text/html; charset=utf-8').send('')
    return reply
      .headers({
        'content-security-policy': page.csp,
        'cache-control': 'no-cache, no-store, must-revalidate, max-age=0',
      })
      .type('text/html; charset=utf-8')
      .send(page.html)
  })
}

const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`, 'i')
