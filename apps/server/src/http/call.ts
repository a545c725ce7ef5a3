import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import type { Call } from './bind.ts'
import type { EdgeNeeds } from './needs.ts'
import type { Reader } from './reader.ts'
import { cookieOptions, sessionCookie } from './session-cookie.ts'
import { readUpload, streamUploads } from './upload.ts'

type Parts = {
  route: Route
  read: { params: Reader | undefined; query: Reader | undefined; body: Reader | undefined }
  request: FastifyRequest
  reply: FastifyReply
  captcha: EdgeNeeds['captcha']
  maxBodyBytes: number
}

/** Reads and checks the request, and hands the handler what it needs and nothing of HTTP. */
export const createCall = ({ route, read, request, reply, captcha, maxBodyBytes }: Parts): Call<Route> => {
  const params = read.params && readParams(read.params, request.params)
  const query = read.query?.(firstOfEach(request.query), 'query')
  const body = read.body?.(given(request.body), '')
  return {
    params,
    query,
    body,
    // The gate has let nobody through without one where the route asks for it.
    principal: request.principal as never,
    address: request.client,
    agent: (request.headers['user-agent'] ?? '').slice(0, 256),
    language: request.language,
    origin: originOf(request),
    cookie: {
      begin: (token, expiresAt) =>
        void reply.setCookie(sessionCookie, token, cookieOptions(request.protocol, expiresAt)),
      end: () => void reply.clearCookie(sessionCookie, cookieOptions(request.protocol, new Date(0))),
    },
    ifMatch: tagsOf(request.headers['if-match']),
    async captcha() {
      const { challenge } = (body ?? {}) as { challenge?: string | null }
      if (!(await captcha(challenge, request.client))) throw new Problem('captcha.failed')
    },
    uploadedFile: () => readUpload({ request, route, maxBodyBytes }),
    uploadedFiles: () => streamUploads({ request, route, maxBodyBytes }),
  }
}

/**
 * Without their quotes. Ours tell contents apart and not bytes, so that one which a proxy has weakened, because
 * it compressed the answer, is as good.
 */
const tagsOf = (header: string | undefined): string[] | null =>
  header?.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll(/^"|"$/g, '')) ?? null

/** Proxies are believed as to the protocol, and nobody as to a host other than the one that was asked for. */
const originOf = ({ protocol, headers: { host = '' } }: FastifyRequest): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${plainHost.test(host) ? host : ''}`

const plainHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i

const given = (body: unknown): unknown => {
  if (body === undefined) throw new Problem('request.malformed')
  return body
}

/** A parameter that does not fit its type names nothing: the path is unknown. */
const readParams = (reader: Reader, params: unknown): unknown => {
  try {
    return reader(params, 'path')
  } catch (error) {
    if (error instanceof Problem) throw new Problem('request.notFound')
    throw error
  }
}

const firstOfEach = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([key, value]) => [
      key,
      Array.isArray(value) ? (value[0] as unknown) : value,
    ]),
  )
