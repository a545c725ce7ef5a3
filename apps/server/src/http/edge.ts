import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import { isLoopback, plainAddress } from './address.ts'
import { createAnswerer } from './answer.ts'
import type { Principal } from './bind.ts'
import { readBodies, smallBody } from './body.ts'
import { createCall } from './call.ts'
import { createExpressLane } from './express-lane.ts'
import { errorAnswer, problemOf, type Words } from './error.ts'
import type { EdgeNeeds } from './needs.ts'
import { registerFallback } from './fallback.ts'
import { createGate } from './gate.ts'
import { isOwnMachine, securityHeaders, transportSecurity } from './headers.ts'
import { openApiPaths, registerOpenApi } from './openapi.ts'
import { crossSiteGuard } from './origin.ts'
import { compileReader } from './reader.ts'
import { createFormShelf } from './written.ts'
import { answerUnreadable } from './unreadable.ts'

/** Builds the HTTP server of all declared routes. Nothing listens yet. */
export const createEdge = async (needs: EdgeNeeds): Promise<FastifyInstance> => {
  const { options, words } = needs
  const app = fastify({
    logger: false,
    trustProxy: options.trust,
    bodyLimit: smallBody,
    forceCloseConnections: 'idle',
    // It would answer in words of its own.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 512 },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 75_000,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerUnreadable((code) => words.problem('en-US', code, {})),
  })

  const languageOf = (request: FastifyRequest): Language => {
    const { cookie: cookies, 'accept-language': acceptLanguage } = request.headers
    return needs.negotiate({ query: request.raw.url?.split('?')[1], cookie: cookies, acceptLanguage })
  }

  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = problemOf(error)
    if (known === null) needs.log.error({ err: error, route: request.routeOptions?.url }, 'request failed')
    const problem = known ?? (isUnavailable(error) ? unavailable() : new Problem('server.internal'))
    const language = request.language ?? languageOf(request)
    const answer = errorAnswer(problem, language, words)
    void reply
      .code(answer.status)
      .headers({
        ...securityHeaders,
        ...answer.headers,
        'content-language': language,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
      .removeHeader('etag')
      .removeHeader('last-modified')
      .removeHeader('content-disposition')
    if (problem.status === 413) void reply.header('connection', 'close')
    void reply.send(JSON.stringify(answer.body))
  }

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.decorateRequest('language', 'en-US')
  app.decorateRequest('client', null)
  app.decorateRequest('principal', null)

  const origins = crossSiteGuard(options)
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOf(request)
    request.client = plainAddress(request.ip)
    void reply.headers(securityHeaders).header('content-language', request.language)
    if (options.production && request.protocol === 'https' && !isOwnMachine(request.hostname))
      void reply.headers(transportSecurity)
    if (closing) throw unavailable()
    if (!origins.allows(request.raw)) throw new Problem('request.crossSite')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    needs.metrics.observe(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    if (options.requestLogging)
      needs.log.info(
        {
          method: request.method,
          path: request.url.split('?')[0],
          status: reply.statusCode,
          ms: reply.elapsedTime,
        },
        'request',
      )
  })

  await app.register(cookie)
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
  await app.register(multipart, {
    limits: { fields: 16, fieldSize: 65_536, headerPairs: 64, parts: 1100 },
    throwFileSizeLimit: false,
  })
  readBodies(app, options.maxBodyBytes)

  const gate = createGate(needs)
  const forms = createFormShelf()
  const answer = createAnswerer(forms)
  for (const bound of needs.bounds) {
    const { route } = bound
    const read = {
      params: route.params && compileReader(route.params),
      query: route.query && compileReader(route.query),
      body: route.body && compileReader(route.body),
    }
    const send = answer(route)
    app.route({
      method: route.method,
      url: route.path,
      config: { contract: route },
      // Downloads compress themselves: the plugin takes some texts for compressed bytes, and breaks them.
      ...(route.answer === 'bytes' ? { compress: false } : {}),
      onRequest: gate(route),
      handler: async (request, reply) => {
        const { captcha } = needs
        const call = createCall({ route, read, request, reply, captcha, maxBodyBytes: options.maxBodyBytes })
        return send(await bound.handler(call), request, reply)
      },
    })
  }

  await app.register(async (hubs) => {
    hubs.removeAllContentTypeParsers()
    // The hubs read their own bodies.
    hubs.addContentTypeParser('*', (_request, _payload, done) => done(null))
    hubs.all('/hub/*', { onRequest: gate(null), compress: false }, async (request, reply) => {
      reply.hijack()
      const handled = await needs.hubs.handle(request.raw, reply.raw)
      if (!handled) notFoundRaw(reply.raw, request.language, words)
    })
  })
  letExpressPass(app, {
    ...needs,
    forms,
    uncounted: ({ socket }) => options.disableRateLimit || isLoopback(plainAddress(socket.remoteAddress)),
  })
  const routes = needs.bounds.map(({ route }) => route)
  registerOpenApi(app, { routes, title: (code) => words.problem('en-US', code, {}), gate: gate(null) })
  await registerFallback(app, {
    shell: needs.shell,
    doors: [...routes, ...openApiPaths.map((path) => ({ method: 'GET', path }))],
    gate: gate(null),
  })
  return app
}

/** Ahead of everything else, for as long as the server takes requests. */
const letExpressPass = (
  app: FastifyInstance,
  needs: Parameters<typeof createExpressLane>[0] & Pick<EdgeNeeds, 'options'>,
): void => {
  // What is logged has to come by.
  if (needs.options.requestLogging) return
  const lane = createExpressLane(needs)
  let open = true
  app.addHook('preClose', (done) => {
    open = false
    done()
  })
  const ordinary = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (open && lane(request, response)) return
    for (const listener of ordinary) listener.call(app.server, request, response)
  })
}

const notFoundRaw = (response: ServerResponse, language: Language, words: Words): void => {
  response.writeHead(404, {
    ...securityHeaders,
    'content-language': language,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  response.end(JSON.stringify(errorAnswer(new Problem('request.notFound'), language, words).body))
}

const unavailable = (): Problem => new Problem('server.unavailable', {}, { retryAfter: 2 })

/** The database, the cache or the storage is away: worth another try, unlike a fault of ours. */
const isUnavailable = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' &&
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTDIR|EACCES|EROFS|ENOSPC|EDQUOT|EIO|57014|57P0[123]|53\d{3}|08\d{3})$/.test(
        code,
      )) ||
    (typeof message === 'string' &&
      /timeout exceeded when trying to connect|Connection terminated|is not queryable|Client was closed/.test(
        message,
      ))
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    client: string | null
    principal: Principal | null
  }
  interface FastifyContextConfig {
    contract?: Route
  }
}
