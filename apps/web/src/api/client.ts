import { waitIn } from '@pennant/contract/retry'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import { createHttp } from './http.ts'
import { pathOf } from './path.ts'
import { ApiProblem, refusal } from './problem.ts'
import type { ServerTime } from './server-time.ts'

type Given<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: T }

type Manner = {
  signal?: AbortSignal
  /** No time limit: the server may need minutes. */
  patient?: boolean
  version?: string | null
}

type Input<R extends Route> = Given<'params', ParamsOf<R>> &
  Given<'query', QueryOf<R>> &
  Given<'body', BodyOf<R>> &
  Manner

type Loose = Manner & { params?: unknown; query?: unknown; body?: unknown }

export type MaybeInput<R extends Route> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

type FileRequest = { method?: string; cache?: RequestCache; signal?: AbortSignal | undefined }

/** Every failure but an abort is an `ApiProblem`. */
export type Api = {
  call<R extends Route>(route: R, ...input: MaybeInput<R>): Promise<AnswerOf<R>>
  ask<R extends Route>(route: R, ...input: MaybeInput<R>): Promise<Response>
  fetch(path: string, request?: FileRequest): Promise<Response>
  readonly time: ServerTime
  /** Routes that compatible servers lack. */
  readonly extensions: { supported: boolean }
  readonly refusals: Set<(problem: ApiProblem) => void>
  refuse(problem: ApiProblem): ApiProblem
}

type Needs = {
  origin: string
  language: () => string
  time: ServerTime
  fetch: typeof globalThis.fetch
  localNow: () => number
  chance: () => number
}

const timeoutMs = 10_000

export const createApi = ({ origin, language, time, fetch, localNow, chance }: Needs): Api => {
  const http = createHttp({
    fetch,
    localNow,
    chance,
    observe: (response, sentAt, receivedAt) => time.observe(response.headers.get('date'), sentAt, receivedAt),
  })

  const refusals: Api['refusals'] = new Set()
  const refuse = (problem: ApiProblem): ApiProblem => {
    for (const hear of refusals) hear(problem)
    return problem
  }

  const ask = async (
    route: Route,
    { params, query, body: given, signal, patient, version = null }: Loose = {},
  ): Promise<Response> => {
    const response = await http(origin + pathOf(route, params, query), {
      method: route.method,
      headers: {
        'accept-language': language(),
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === null ? {} : { 'if-match': version }),
      },
      body: given === undefined ? undefined : JSON.stringify(given),
      signal,
      timeoutMs: patient === true ? null : timeoutMs,
    })
    if (response.ok) return response
    const body: unknown = await response.json().catch(() => undefined)
    const problem = refusal(
      response.status,
      body,
      waitIn((name) => response.headers.get(name), localNow()),
    )
    throw refuse(problem)
  }

  return {
    time,
    extensions: { supported: true },
    refusals,
    refuse,
    fetch: (path, { method = 'GET', cache, signal } = {}) =>
      http(origin + path, {
        method,
        headers: { 'accept-language': language() },
        cache,
        signal,
        timeoutMs: null,
      }),
    ask: (route, ...[input]) => ask(route, input),
    async call<R extends Route>(route: R, ...[input]: MaybeInput<R>): Promise<AnswerOf<R>> {
      const response = await ask(route, input)
      const empty = route.answer === 'nothing' || route.answer === 'noContent'
      // The server keeps to the contract; what isn't JSON comes from something in between.
      return (empty ? undefined : await readJson(response)) as AnswerOf<R>
    },
  }
}

const readJson = async (response: Response): Promise<unknown> => {
  const { status } = response
  if (response.headers.get('content-type')?.includes('json') !== true)
    throw new ApiProblem('unreadable', { status })
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      throw new ApiProblem('late', { cause })
    throw new ApiProblem('unreadable', { status, cause })
  }
}
