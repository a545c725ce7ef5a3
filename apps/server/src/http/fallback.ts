import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '@pennant/contract/problem'
import { createEncodings } from './encoding.ts'
import { idleOnParts, isPart } from './headers.ts'

export type Shell = {
  page(request: { acceptLanguage: string | undefined }): Promise<{ html: string; csp: string } | null>
  staticRoot: string | null
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const ours = /^\/(api|hub|assets|openapi)(\/|$)/i
const operatorsOnly = /^\/(healthz|livez|readyz|startupz|metrics)\/?$/i

export const registerFallback = async (
  app: FastifyInstance,
  shell: Shell,
  routes: readonly { method: string; path: string }[],
  guard: { ofPage: Hook; ofOthers: Hook },
): Promise<void> => {
  if (shell.staticRoot !== null)
    await app.register(staticFiles, {
      root: shell.staticRoot,
      prefix: '/static/',
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      maxAge: '7d',
      immutable: true,
      decorateReply: false,
      // The tag is enough to revalidate.
      lastModified: false,
      acceptRanges: false,
      setHeaders(reply, path) {
        if (isPart(path.replace(/\.(?:br|gz)$/, ''))) for (const name of idleOnParts) reply.removeHeader(name)
      },
    })

  const matchers = routes.map(({ method, path }) => ({ method, matches: matcherOf(path) }))

  const preHandler: Hook = (request, reply) =>
    (ours.test(pathOf(request)) ? guard.ofOthers : guard.ofPage)(request, reply)
  app.setNotFoundHandler({ preHandler }, async (request, reply) => {
    const path = pathOf(request)
    const { method } = request
    const allowed = [
      ...new Set(matchers.filter(({ matches }) => matches.test(path)).map((one) => one.method)),
    ]
    if (allowed.length > 0 && !allowed.some((one) => one === method)) {
      void reply.header('allow', allowed.map((one) => (one === 'GET' ? 'GET, HEAD' : one)).join(', '))
      throw new Problem('request.methodNotAllowed')
    }
    if (ours.test(path)) throw new Problem('request.notFound')
    void reply.header('cache-control', 'no-cache, no-store, must-revalidate, max-age=0')
    if (operatorsOnly.test(path)) return reply.code(404).send()
    if (method !== 'GET' && method !== 'HEAD') {
      void reply.header('allow', 'GET, HEAD')
      throw new Problem('request.methodNotAllowed')
    }
    if ((path.split('/').at(-1) ?? '').includes('.')) return reply.code(404).send()
    const { 'accept-language': acceptLanguage, 'accept-encoding': acceptEncoding } = request.headers
    const page = await shell.page({ acceptLanguage })
    void reply.type('text/html; charset=utf-8')
    if (page === null) return reply.code(404).send('')
    const { bytes, encoding } = await createEncodings(page.html).in(acceptEncoding)
    if (encoding !== null) void reply.header('content-encoding', encoding)
    return reply.header('content-security-policy', page.csp).send(bytes)
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`, 'i')
