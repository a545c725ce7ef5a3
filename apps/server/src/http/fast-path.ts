import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { type Answer, linesOf } from './answer.ts'
import { createParser, unreadable } from './body.ts'
import { type Addressed, createCall, type RawRequest, readAddress, type RequestServices } from './call.ts'
import type { failureAnswer } from './error.ts'
import { createFastRouter, type FastMatch, fastRoutesOf } from './fast-route.ts'
import type { Guard } from './guard.ts'
import type { CommonHead, createCommonHeads } from './headers.ts'
import type { createLanguages } from './language.ts'
import type { ServerNeeds } from './needs.ts'
import type { Principal } from '../core/identity/caller.ts'

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

type FastRequest = RawRequest & {
  principal: Principal | null
  body: unknown
  readonly match: FastMatch
  readonly response: ServerResponse
  readonly begun: number
}

/** Answers exactly as the framework would. False leaves anything unusual to it, neither read nor counted. */
export const createFastPath = (needs: Needs) => {
  const { guard, languageOf, commonHeadOf, isSameSite, failed, requestOrigin, metrics } = needs
  const matchOf = createFastRouter(fastRoutesOf(needs.routes, needs.options.maxBodyBytes))
  const parse = createParser()
  const services = servicesOf(needs)
  // Requests that are logged have to go through the framework.
  const unfitAnyway: Unfit | undefined = needs.options.requestLogging ? 'logging' : undefined

  const fits = (match: FastMatch, raw: IncomingMessage, response: ServerResponse): FastRequest | Unfit => {
    const {
      fast: { bound, route, mostBytes },
      params,
      query,
    } = match
    const { headers } = raw
    if (query === null) return 'query'
    if (!isPlain(headers)) return 'header'
    if (route.body === undefined ? headers['content-length'] !== undefined : !isJson(headers, mostBytes))
      return 'body'
    const origin = requestOrigin(raw)
    const principal = guard.recognize(headers, origin, route)
    if (typeof principal === 'string') return principal
    if (!isSameSite(raw)) return 'site'
    if (bound.fast?.(params) !== true) return 'content'
    const language = languageOf(headers)
    const begun = performance.now()
    return {
      match,
      params,
      query,
      body: undefined,
      headers,
      raw,
      response,
      origin,
      language,
      principal,
      begun,
    }
  }

  // None of these steps makes a function or a promise for a request that needs no wait.
  const handled = (visit: FastRequest): Answer | Promise<Answer> => {
    const { match, raw } = visit
    const { bound, read, answer } = match.fast
    match.addressed ??= frozen(readAddress(read, visit))
    const result = bound.handler(createCall(read, visit, services, match.addressed))
    return result instanceof Promise ? result.then((made) => answer(made, raw)) : answer(result, raw)
  }

  const admitted = (visit: FastRequest): Answer | Promise<Answer | null> => {
    if (visit.match.fast.route.body === undefined) return handled(visit)
    return bytesOf(visit.raw).then((bytes) => {
      // The client is gone.
      if (bytes === null) return null
      visit.body = parse(bytes)
      if (visit.body === unreadable) throw new Problem('request.malformed')
      return handled(visit)
    })
  }

  const answered = (visit: FastRequest): Answer | Promise<Answer | null> => {
    const entered = guard.enter(visit, visit.response, visit.match.fast.route)
    return entered instanceof Promise ? entered.then(() => admitted(visit)) : admitted(visit)
  }

  const observe = ({ match, begun }: FastRequest, status: number): void => {
    const { path, method } = match.fast.route
    metrics.observe(path, method, status, (performance.now() - begun) / 1000)
  }

  const send = (visit: FastRequest, answer: Answer | null): void => {
    if (answer === null) return
    write(answer, commonHeadOf(visit.language, visit.origin), visit.response)
    observe(visit, answer.status)
  }

  const fail = (visit: FastRequest, error: unknown): void => {
    const { response, raw, language, match } = visit
    // Something else has answered, or the answer has broken off.
    if (response.headersSent) return void response.destroy()
    const { status, headers, text } = failed(error, raw, language, match.fast.route.path)
    // The framework closes the connection after such a body, too.
    const closes = visit.body === unreadable
    const head = linesOf({
      ...commonHeadOf(language, visit.origin).headers,
      ...headers,
      ...(closes ? { connection: 'close' } : {}),
      'content-length': Buffer.byteLength(text),
    })
    response.writeHead(status, head).end(text)
    observe(visit, status)
  }

  const serve = (visit: FastRequest): void => {
    try {
      const answer = answered(visit)
      if (answer instanceof Promise)
        answer.then((made) => send(visit, made)).catch((error: unknown) => fail(visit, error))
      else send(visit, answer)
    } catch (error) {
      fail(visit, error)
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = 'GET', url = '' } = request
    const match = matchOf(method, url)
    if (match === null) return false
    const visit = unfitAnyway ?? fits(match, request, response)
    const unfit = typeof visit === 'string'
    metrics.observeFast(match.fast.route.path, unfit ? visit : 'served')
    if (!unfit) serve(visit)
    return !unfit
  }
}

// All requests to the address share it.
const frozen = (addressed: Addressed): Addressed => {
  Object.freeze(addressed.params)
  Object.freeze(addressed.query)
  return addressed
}

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
