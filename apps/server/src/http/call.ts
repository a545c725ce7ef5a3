import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { filtersOf, type Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'
import type { RequestOrigin } from './address.ts'
import type { Call, SessionCookie } from './bind.ts'
import type { Principal } from '../core/identity/caller.ts'
import type { ServerNeeds } from './needs.ts'
import { marksIn, marksName, marksOptions, withMark } from './known-browser.ts'
import { compileReader, type Reader } from '../kit/schema-reader.ts'
import { cookieName, cookieOptions, showsPlainCookie, withoutPlainCookie } from './session-cookie.ts'
import { readUpload, streamUploads } from './upload.ts'

export type Readers = {
  params: Reader | undefined
  query: Reader | undefined
  body: Reader | undefined
}

export const compileReaders = (route: Route): Readers => ({
  params: route.params && compileReader(route.params),
  query: route.query && compileQuery(route, route.query),
  body: route.body && compileReader(route.body),
})

export type RawRequest = {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  readonly raw: IncomingMessage
  readonly origin: RequestOrigin
  readonly language: Language
  readonly principal: Principal | null
}

export type RequestServices = Pick<Call<Route>, 'cookie' | 'uploadedFile' | 'uploadedFiles'> &
  Pick<ServerNeeds, 'captcha' | 'requestIdOf'>

export type Addressed = { readonly params: unknown; readonly query: unknown }

export const readAddress = (
  read: Readers,
  { params, query }: Pick<RawRequest, 'params' | 'query'>,
): Addressed => ({
  params: read.params && readParams(read.params, params),
  query: read.query?.(query, 'query'),
})

export const createCall = (
  read: Readers,
  raw: RawRequest,
  services: RequestServices,
  addressed = readAddress(read, raw),
): Call<Route> => new CheckedCall(read, raw, services, addressed)

class CheckedCall implements Call<Route> {
  readonly params: never
  readonly query: never
  readonly body: never
  // The guard requires a principal where the route does.
  readonly principal: never
  readonly address: string | null
  readonly secure: boolean
  readonly rehearsal: boolean
  readonly language: Language
  private readonly raw: RawRequest
  private readonly services: RequestServices

  constructor(read: Readers, raw: RawRequest, services: RequestServices, { params, query }: Addressed) {
    this.params = params as never
    this.query = query as never
    this.body = read.body?.(given(raw.body), '') as never
    this.principal = raw.principal as never
    this.address = raw.origin.client
    this.secure = raw.origin.scheme === 'https'
    this.rehearsal = raw.origin.rehearsal === true
    this.language = raw.language
    this.raw = raw
    this.services = services
  }

  get agent(): string {
    return (this.raw.headers['user-agent'] ?? '').slice(0, 256)
  }

  get requestId(): string {
    return this.services.requestIdOf(this.raw.raw)
  }

  get cookie(): Call<Route>['cookie'] {
    return this.services.cookie
  }

  get marks(): readonly string[] {
    return marksIn(this.raw.headers.cookie, this.secure)
  }

  get ifMatch(): string[] | null {
    return tagsOf(this.raw.headers['if-match'])
  }

  async captcha(): Promise<void> {
    if (this.rehearsal) return
    const { challenge } = (this.body ?? {}) as { challenge?: string | null }
    if (!(await this.services.captcha(challenge, this.address))) throw new Problem('captcha.failed')
  }

  get uploadedFile(): Call<Route>['uploadedFile'] {
    return this.services.uploadedFile
  }

  get uploadedFiles(): Call<Route>['uploadedFiles'] {
    return this.services.uploadedFiles
  }
}

export const servicesOf = (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  route: Route,
  { maxBodyBytes, ...shared }: Pick<ServerNeeds, 'captcha' | 'requestIdOf'> & { maxBodyBytes: number },
): RequestServices => ({
  ...shared,
  cookie: cookieOf(request, reply),
  uploadedFile: () => readUpload({ request, route, maxBodyBytes }),
  uploadedFiles: () => streamUploads({ request, route, maxBodyBytes }),
})

const cookieOf = ({ headers, origin, principal }: FastifyRequest, reply: FastifyReply): SessionCookie => {
  const secure = origin.scheme === 'https'
  const name = cookieName(secure)
  const outdated = showsPlainCookie(headers.cookie, secure)
  const forgetPlain = (): void => {
    if (outdated) void reply.clearCookie(withoutPlainCookie.name, withoutPlainCookie.options)
  }
  return {
    outdated,
    begin({ token, expiresAt, mark }) {
      // An API token acts for a user, but never gets that user's session.
      if (principal?.token !== undefined) return
      forgetPlain()
      void reply.setCookie(name, token, cookieOptions(secure, expiresAt))
      const marks = withMark(marksIn(headers.cookie, secure), mark)
      void reply.setCookie(marksName(secure), marks, marksOptions(secure))
    },
    end() {
      forgetPlain()
      void reply.clearCookie(name, cookieOptions(secure, new Date(0)))
    },
  }
}

// Tags identify contents and not bytes, so a tag that a proxy has weakened by compressing is still valid.
const tagsOf = (header: string | undefined): string[] | null =>
  header?.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll(/^"|"$/g, '')) ?? null

const given = (body: unknown): unknown => {
  if (body === undefined) throw new Problem('request.malformed')
  return body
}

// A parameter of the wrong type means an unknown path.
const readParams = (reader: Reader, params: unknown): unknown => {
  try {
    return reader(params, 'path')
  } catch (error) {
    if (error instanceof Problem) throw new Problem('request.notFound')
    throw error
  }
}

// Of a repeated parameter the first counts. A blank filter is no filter.
const compileQuery = (route: Route, schema: Schema): Reader => {
  const read = compileReader(schema)
  const filters = new Set(filtersOf(route).map((name) => name.toLowerCase()))
  return (query, field) => {
    const first = Object.entries(query as Record<string, unknown>).map(
      ([key, value]) => [key, Array.isArray(value) ? (value[0] as unknown) : value] as const,
    )
    const said = first.filter(([key, value]) => value !== '' || !filters.has(key.toLowerCase()))
    return read(Object.fromEntries(said), field)
  }
}
