import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import type { RequestOrigin } from './address.ts'
import type { Answer } from './answer.ts'
import { createAnswerer } from './answerer.ts'
import type { Principal } from '../core/identity/caller.ts'
import { readBodies, smallBody } from './body.ts'
import { createBodyPace } from './body-pace.ts'
import { compileReaders, createCall, servicesOf } from './call.ts'
import { createFastPath } from './fast-path.ts'
import { failureAnswer, unavailable } from './error.ts'
import type { ServerNeeds } from './needs.ts'
import { registerFallback } from './fallback.ts'
import { serveDespiteUpgrade } from './plain-upgrade.ts'
import { createGuard } from './guard.ts'
import { createCommonHeads, idleOnNotModified } from './headers.ts'
import { createLanguages } from './language.ts'
import { hasBody, lingerAtClose } from './linger.ts'
import { openApiPaths, registerOpenApi } from './openapi.ts'
import { crossSiteGuard } from './origin.ts'
import { registerProbe } from './probe.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import { answerUnreadable } from './unreadable.ts'

export const createHttpServer = async (needs: ServerNeeds): Promise<FastifyInstance> => {
  const { options, requestIdOf, texts } = needs
  const app = fastify({
    logger: false,
    bodyLimit: smallBody,
    forceCloseConnections: 'idle',
    // Fastify would answer in its own format.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 512 },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: 20_000,
      // The allowed time depends on the body, which `createBodyPace` knows.
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 75_000,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerUnreadable((code) => texts.problem('en-US', code, {})),
  })

  const languages = createLanguages(needs.negotiate)
  const commonHeadOf = createCommonHeads(options.production)
  const languageOf = ({ headers, raw }: FastifyRequest): Language =>
    languages(headers, raw.url?.split('?')[1])

  const failed = (error: unknown, request: IncomingMessage, language: Language, route?: string) =>
    failureAnswer(error, {
      language,
      texts,
      requestId: () => requestIdOf(request),
      onUnknown: (err) => needs.log.error({ err, route, requestId: requestIdOf(request) }, 'request failed'),
    })

  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const language = request.language ?? languageOf(request)
    const { status, headers, text } = failed(error, request.raw, language, request.routeOptions?.url)
    void reply
      .code(status)
      .headers(headers)
      .removeHeader('etag')
      .removeHeader('last-modified')
      .removeHeader('content-disposition')
    void reply.send(text)
  }

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.decorateRequest('language', 'en-US')
  app.decorateRequest('origin')
  app.decorateRequest('principal', null)

  const origins = crossSiteGuard(options, needs.requestOrigin)
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOf(request)
    request.origin = needs.requestOrigin(request.raw)
    void reply.headers(commonHeadOf(request.language, request.origin).headers)
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
          requestId: requestIdOf(request.raw),
        },
        'request',
      )
  })

  // The guard reads cookies itself.
  await app.register(cookie, { hook: false })
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

  const guard = createGuard(needs)
  for (const bound of needs.routes) {
    const { route } = bound
    const read = compileReaders(route)
    const answer = createAnswerer(route)
    app.route({
      method: route.anyMethod === true ? app.supportedMethods : route.method,
      url: route.path,
      config: { contract: route },
      // Answers are compressed already; the plugin takes some texts for compressed bytes, and corrupts them.
      compress: false,
      onRequest: guard.hook(route, route.open, bound.fast),
      handler: async (request, reply) => {
        const services = servicesOf({ request, reply }, route, {
          captcha: needs.captcha,
          requestIdOf,
          maxBodyBytes: options.maxBodyBytes,
        })
        const result = await bound.handler(createCall(read, request, services))
        return send(await answer(result, request), reply)
      },
    })
  }

  const guardOfOthers = guard.hook(null)
  await app.register(async (hubs) => {
    hubs.removeAllContentTypeParsers()
    hubs.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (needs.hubs.serves(request.raw.url ?? '')) needs.limitHub(request.raw)
      else await guardOfOthers(request, reply)
    }
    hubs.all('/hub/*', { onRequest, compress: false }, async (request, reply) => {
      reply.hijack()
      const handled = await needs.hubs.handle(request.raw, reply.raw)
      if (handled) return
      const { status, headers, text } = failed(new Problem('request.notFound'), request.raw, request.language)
      reply.raw.writeHead(status, headers).end(text)
    })
  })
  const pace = createBodyPace((request, response) => {
    // After the answer the rest is useless, and the client had time to send it.
    if (response.headersSent) return void request.destroy()
    const language = languages(request.headers, request.url?.split('?')[1])
    const { status, headers, text } = failed(new Problem('request.tooSlow'), request, language)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
  }, needs.bodyTime)
  const fastPath = createFastPath({
    ...needs,
    guard,
    languageOf: languages,
    commonHeadOf,
    isSameSite: origins.allows,
    failed,
  })
  const onBody = lingerAtClose(app.server)
  directTraffic(app, fastPath, (request, response) => {
    onBody(request)
    pace(request, response)
  })
  for (const event of ['upgrade', 'connect']) app.server.prependListener(event, useOriginForm)
  app.server.on('connect', (request, socket: Socket, head) =>
    serveDespiteUpgrade(app.server, request, socket, head),
  )
  const routes = needs.routes.map(({ route }) => route)
  registerOpenApi(app, routes, (code) => texts.problem('en-US', code, {}), guardOfOthers)
  registerProbe(app, needs.isProbe, needs.requestOrigin, guard.hook(null, 'always'))
  const known = [...routes, ...openApiPaths.map((path) => ({ method: 'GET', path }))]
  await registerFallback(app, needs.shell, known, {
    ofPage: guard.hook(null, 'always'),
    ofOthers: guardOfOthers,
  })
  return app
}

const directTraffic = (
  app: FastifyInstance,
  fastPath: ReturnType<typeof createFastPath>,
  onBody: (request: IncomingMessage, response: ServerResponse) => void,
): void => {
  const state = { open: true }
  app.decorate('fastPath', state)
  app.addHook('preClose', (done) => {
    state.open = false
    done()
  })
  const ordinary = app.server.listeners('request')
  app.server.removeAllListeners('request')
  const serve = createRequestScheduler((request, response) => {
    if (state.open && fastPath(request, response)) return
    for (const listener of ordinary) listener.call(app.server, request, response)
  })
  // One listener: Node copies the list of several for every request.
  app.server.on('request', (request, response) => {
    useOriginForm(request)
    if (hasBody(request)) onBody(request, response)
    serve(request, response)
  })
}

const send = ({ status, headers, body }: Answer, reply: FastifyReply): FastifyReply => {
  if (status === 304) for (const name of idleOnNotModified) void reply.removeHeader(name)
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Closed, it leaves everything to the framework. */
    readonly fastPath: { open: boolean }
  }
  interface FastifyRequest {
    language: Language
    origin: RequestOrigin
    principal: Principal | null
  }
  interface FastifyContextConfig {
    contract?: Route
  }
}

// Clients that use the server as a proxy send `http://host/path`, which servers have to accept.
const useOriginForm = (request: IncomingMessage): void => {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (path !== undefined) request.url = path.startsWith('/') ? path : `/${path}`
}
