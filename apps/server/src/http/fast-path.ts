import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import { type Answer, linesOf } from './answer.ts'
import { createParser, unreadable } from './body.ts'
import { createCall, type RawRequest, type RequestServices } from './call.ts'
import type { failureAnswer } from './error.ts'
import { fastRoutesOf, type FastRoute } from './fast-route.ts'
import type { Guard } from './guard.ts'
import type { CommonHead, createCommonHeads } from './headers.ts'
import type { createLanguages } from './language.ts'
import type { ServerNeeds } from './needs.ts'

type Needs = Pick<
  ServerNeeds,
  'captcha' | 'metrics' | 'options' | 'requestIdOf' | 'requestOrigin' | 'routes'
> & {
  guard: Guard
  languageOf: ReturnType<typeof createLanguages>
  commonHeadOf: ReturnType<typeof createCommonHeads>
  isSameSite: (request: IncomingMessage) => boolean
  failed: (
    error: unknown,
    request: IncomingMessage,
    language: Language,
    route: string,
  ) => ReturnType<typeof failureAnswer>
}

type Unfit = 'logging' | 'query' | 'header' | 'body' | 'site' | 'session' | 'token' | 'content'

type Params = Readonly<Record<string, string>>
type Asked = { params: Params; search: string }
type FastRequest = RawRequest & { params: Params; body: unknown }

/** Answers exactly as the framework would. False leaves anything unusual to it, neither read nor counted. */
export const createFastPath = (needs: Needs) => {
  const { guard, languageOf, commonHeadOf, isSameSite, failed, requestOrigin, metrics } = needs
  const fastRoutes = fastRoutesOf(needs.routes, needs.options.maxBodyBytes)
  const parse = createParser()
  const services = servicesOf(needs)
  // Requests that are logged have to go through the framework.
  const unfitAnyway: Unfit | undefined = needs.options.requestLogging ? 'logging' : undefined

  const fits = (
    { bound, route, mostBytes }: FastRoute,
    { params, search }: Asked,
    request: IncomingMessage,
  ): FastRequest | Unfit => {
    const { headers } = request
    const query = queryOf(route, search)
    if (query === null) return 'query'
    if (!isPlain(headers)) return 'header'
    if (route.body === undefined ? headers['content-length'] !== undefined : !isJson(headers, mostBytes))
      return 'body'
    const origin = requestOrigin(request)
    const principal = guard.recognize(headers, origin, route)
    if (typeof principal === 'string') return principal
    if (!isSameSite(request)) return 'site'
    if (bound.fast?.(params) !== true) return 'content'
    const language = languageOf(headers)
    return { params, query, body: undefined, headers, raw: request, origin, language, principal }
  }

  const answered = (
    { bound, route, read, answer }: FastRoute,
    visitor: FastRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Answer | null | Promise<Answer | null> => {
    const handle = (): Answer | Promise<Answer> =>
      next(bound.handler(createCall(read, visitor, services)), (result) => answer(result, request))
    return next(guard.enter(visitor, response, route), () => {
      if (route.body === undefined) return handle()
      return bytesOf(request).then((bytes) => {
        // The client is gone.
        if (bytes === null) return null
        visitor.body = parse(bytes)
        if (visitor.body === unreadable) throw new Problem('request.malformed')
        return handle()
      })
    })
  }

  const serve = (
    fast: FastRoute,
    visitor: FastRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const begun = performance.now()
    const { route } = fast
    const { language } = visitor
    const common = commonHeadOf(language, visitor.origin)
    const observe = (status: number): void =>
      metrics.observe(route.path, route.method, status, (performance.now() - begun) / 1000)

    const send = (answer: Answer | null): void => {
      if (answer === null) return
      write(answer, common, response)
      observe(answer.status)
    }
    const fail = (error: unknown): void => {
      // Something else has answered, or the answer has broken off.
      if (response.headersSent) return void response.destroy()
      const { status, headers, text } = failed(error, request, language, route.path)
      // The framework closes the connection after such a body, too.
      const closes = visitor.body === unreadable
      const head = linesOf({
        ...common.headers,
        ...headers,
        ...(closes ? { connection: 'close' } : {}),
        'content-length': Buffer.byteLength(text),
      })
      response.writeHead(status, head).end(text)
      observe(status)
    }
    try {
      const answer = answered(fast, visitor, request, response)
      if (answer instanceof Promise) answer.then(send).catch(fail)
      else send(answer)
    } catch (error) {
      fail(error)
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const search = end < 0 ? '' : url.slice(end + 1)
    for (const fast of fastRoutes) {
      if (fast.route.method !== method) continue
      const params = fast.paramsOf(path)
      if (params === null) continue
      const visitor = unfitAnyway ?? fits(fast, { params, search }, request)
      const unfit = typeof visitor === 'string'
      metrics.observeFast(fast.route.path, unfit ? visitor : 'served')
      if (!unfit) serve(fast, visitor, request, response)
      return !unfit
    }
    return false
  }
}

const noQuery = {}
// Nothing that would have to be decoded, and nothing twice.
const plainQuery = /^(?:[a-z]{1,32}=[\w-]{1,64}(?:&(?!$)|$)){1,4}$/i

const queryOf = ({ query }: Route, search: string): Readonly<Record<string, string>> | null => {
  if (search === '') return noQuery
  if (query === undefined || !plainQuery.test(search)) return null
  const pairs = search.split('&').map((pair) => pair.split('='))
  const given = Object.fromEntries(pairs) as Record<string, string>
  return Object.keys(given).length === pairs.length ? given : null
}

// Costs no turn of the event loop where nothing has to be waited for.
const next = <From, To>(
  value: From | Promise<From>,
  step: (value: From) => To | Promise<To>,
): To | Promise<To> => (value instanceof Promise ? value.then(step) : step(value))

const write = (answer: Answer, common: CommonHead, response: ServerResponse): void => {
  const { status, body } = answer
  response.writeHead(status, answer.head(common))
  if (body instanceof Readable) pipeline(body, response, () => undefined)
  else response.end(body)
}

// Node enforces the announced length. Null when the client disconnects.
const bytesOf = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      resolve(chunks[0] !== undefined && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
    )
    request.on('close', () => resolve(null))
  })

const servicesOf = ({ captcha, requestIdOf }: Pick<Needs, 'captcha' | 'requestIdOf'>): RequestServices => {
  const unfit = (): never => {
    throw new Error('not on the fast path')
  }
  return {
    captcha,
    requestIdOf,
    cookie: { outdated: false, begin: unfit, end: unfit },
    uploadedFile: unfit,
    uploadedFiles: unfit,
  }
}

// No headers that ask for more than the answer, and no body without a length.
const isPlain = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && headers.upgrade === undefined && headers.expect === undefined

const jsonAlone = /^application\/json(?:; ?charset=utf-8)?$/i
const length = /^[1-9]\d{0,8}$/

const isJson = (headers: IncomingHttpHeaders, mostBytes: number): boolean => {
  const { 'content-type': type, 'content-length': bytes } = headers
  return (
    type !== undefined &&
    jsonAlone.test(type) &&
    headers['content-encoding'] === undefined &&
    bytes !== undefined &&
    length.test(bytes) &&
    Number(bytes) <= mostBytes
  )
}
