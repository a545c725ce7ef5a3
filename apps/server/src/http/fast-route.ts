import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import { createSecureOf, createSocketAddressOf } from './address.ts'
import { jsonType } from './answer.ts'
import type { BoundRoute } from './bind.ts'
import { bodyLimitOf, createParser, unreadable } from './body.ts'
import { cacheControlOf } from './caching.ts'
import { compileReaders, createCall, type RequestServices, type Readers, type RawRequest } from './call.ts'
import { compileEncoder } from '../kit/schema-writer.ts'
import type { failureAnswer } from './error.ts'
import type { Guard } from './guard.ts'
import { securityHeaders } from './headers.ts'
import type { createLanguages } from './language.ts'
import type { ServerNeeds } from './needs.ts'
import { crossSiteGuard } from './origin.ts'
import { isEmpty, isPlain, pathPattern } from './plain-request.ts'
import { singleSession } from './session-cookie.ts'

type FastRoute = {
  bound: BoundRoute
  route: Route
  path: RegExp
  parameters: readonly string[]
  read: Readers
  mostBytes: number
  encode: (value: unknown) => string
  headOf: (language: Language) => readonly string[]
}

// Answers exactly as the framework would. Anything unusual goes there before it is read or counted.
export const createFastRoutes = (
  { routes, captcha, metrics, options }: Pick<ServerNeeds, 'routes' | 'captcha' | 'metrics' | 'options'>,
  guard: Guard,
  languageOf: ReturnType<typeof createLanguages>,
  failed: (error: unknown, language: Language, route: string) => ReturnType<typeof failureAnswer>,
) => {
  const socketAddressOf = createSocketAddressOf()
  const secureOf = createSecureOf(options)
  const { allows } = crossSiteGuard(options)
  const fastRoutes = routes.flatMap((bound) =>
    bound.fast === true ? [fastRouteOf(bound, options.maxBodyBytes)] : [],
  )
  const parse = createParser()
  const services = createServices(captcha)

  const answered = async (
    { bound, route, read, encode }: FastRoute,
    raw: FastRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<string | null> => {
    const entering = guard.enter(raw, response, route)
    if (entering !== undefined) await entering
    if (route.body !== undefined) {
      const bytes = await bytesOf(request)
      // The client is gone.
      if (bytes === null) return null
      raw.body = parse(bytes)
    }
    if (raw.body === unreadable) throw new Problem('request.malformed')
    return encode(await bound.handler(createCall(read, raw, services)))
  }

  const serve = async (
    fast: FastRoute,
    raw: FastRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const begun = performance.now()
    const { route, headOf } = fast
    let status = 200
    try {
      const text = await answered(fast, raw, request, response)
      if (text === null) return
      response.writeHead(200, [...headOf(raw.language), 'content-length', lengthOf(text)]).end(text)
    } catch (error) {
      const failure = failed(error, raw.language, route.path)
      const { headers, text } = failure
      status = failure.status
      // The framework closes the connection after such a body, too.
      const connection = raw.body === unreadable ? { connection: 'close' } : {}
      response.writeHead(status, { ...headers, ...connection, 'content-length': lengthOf(text) }).end(text)
    }
    metrics.observe(route.path, route.method, status, (performance.now() - begun) / 1000)
  }

  const pass = (
    fast: FastRoute,
    given: RegExpExecArray,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    const { headers } = request
    const { route, parameters, mostBytes } = fast
    if (!isPlain(headers) || !(route.body === undefined ? isEmpty(headers) : isJson(headers, mostBytes)))
      return false
    const secure = secureOf(request)
    const session = singleSession(headers.cookie, secure)
    const principal = session === null ? null : guard.recognize(session, route)
    if (principal === null || !allows(request)) return false
    const params: Record<string, string> = {}
    for (const [index, name] of parameters.entries()) params[name] = given[index + 1] ?? ''
    const raw: FastRequest = {
      params,
      query: undefined,
      body: undefined,
      headers,
      secure,
      client: socketAddressOf(request),
      language: languageOf(headers),
      principal,
    }
    void serve(fast, raw, request, response)
    return true
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    for (const fast of fastRoutes) {
      if (fast.route.method !== method) continue
      const given = fast.path.exec(url)
      if (given !== null) return pass(fast, given, request, response)
    }
    return false
  }
}

type FastRequest = Omit<RawRequest, 'body'> & { body: unknown }

const fastRouteOf = (bound: BoundRoute, maxBodyBytes: number): FastRoute => {
  const { route } = bound
  const encode = compileEncoder(route)
  if (encode === undefined || route.upload !== undefined || route.query !== undefined)
    throw new Error(`${route.id} can't take the fast path`)
  return {
    bound,
    route,
    path: pathPattern(route.path),
    parameters: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    read: compileReaders(route),
    mostBytes: bodyLimitOf(route, maxBodyBytes),
    encode,
    headOf: createHeads(cacheControlOf(route)),
  }
}

const createHeads = (cacheControl: string): FastRoute['headOf'] => {
  const heads = new Map<Language, readonly string[]>()
  return (language) => {
    const known = heads.get(language)
    if (known !== undefined) return known
    const head = Object.entries({
      ...securityHeaders,
      'content-language': language,
      'cache-control': cacheControl,
      'content-type': jsonType,
    }).flat()
    heads.set(language, head)
    return head
  }
}

const lengthOf = (text: string): string => String(Buffer.byteLength(text))

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

const createServices = (captcha: RequestServices['captcha']): RequestServices => {
  const unfit = (): never => {
    throw new Error('not on the fast path')
  }
  return {
    captcha,
    cookie: { outdated: false, begin: unfit, end: unfit },
    uploadedFile: unfit,
    uploadedFiles: unfit,
  }
}

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
