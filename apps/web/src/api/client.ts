import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import ky, { isHTTPError, isTimeoutError } from 'ky'
import { pathOf } from './path.ts'
import { ApiProblem, refusal } from './problem.ts'
import type { ServerTime } from './server-time.ts'

type Given<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: T }

type Input<R extends Route> = Given<'params', ParamsOf<R>> &
  Given<'query', QueryOf<R>> &
  Given<'body', BodyOf<R>> & {
    signal?: AbortSignal
    /** The server may take minutes for it. */
    patient?: boolean
  }

type MaybeInput<R extends Route> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

/** Calls the routes of the contract. Every failure but an abort is an `ApiProblem`. */
export type Api = {
  call<R extends Route>(route: R, ...input: MaybeInput<R>): Promise<AnswerOf<R>>
  /** The same up to the answer's body, for whoever reads that in a way of their own. */
  ask<R extends Route>(route: R, ...input: MaybeInput<R>): Promise<Response>
  readonly time: ServerTime
}

type Needs = {
  origin: string
  /** The tag that answers are wanted in, at the moment of the call. */
  language: () => string
  time: ServerTime
  fetch: typeof globalThis.fetch
  localNow: () => number
}

const timeoutMs = 10_000
/** Whoever is asked to come back later than this is told so instead of being kept waiting. */
const longestPatienceSeconds = 5

export const createApi = ({ origin, language, time, fetch, localNow }: Needs): Api => {
  const http = ky.create({
    baseUrl: origin,
    timeout: timeoutMs,
    retry: {
      shouldRetry: ({ error }) =>
        isHTTPError(error) && Number(error.response.headers.get('retry-after')) > longestPatienceSeconds
          ? false
          : undefined,
    },
    async fetch(request, init) {
      const sentAt = localNow()
      const response = await fetch(request, init)
      time.observe(response.headers.get('date'), sentAt, localNow())
      return response
    },
  })

  const ask = async (route: Route, input: unknown): Promise<Response> => {
    const { params, query, body, signal, patient } = (input ?? {}) as Loose
    try {
      return await http(pathOf(route, params), {
        method: route.method,
        headers: { 'accept-language': language() },
        ...(query === undefined ? {} : { searchParams: query }),
        ...(body === undefined ? {} : { json: body }),
        ...(signal === undefined ? {} : { signal }),
        ...(patient === true ? { timeout: false } : {}),
      })
    } catch (error) {
      throw problemOf(error)
    }
  }

  return {
    time,
    ask: (route, ...[input]) => ask(route, input),
    async call<R extends Route>(route: R, ...[input]: MaybeInput<R>): Promise<AnswerOf<R>> {
      const response = await ask(route, input)
      // The server keeps to its own contract; what is no JSON at all was answered by somebody else.
      return (
        route.answer === 'nothing' || route.answer === 'noContent' ? undefined : await readJson(response)
      ) as AnswerOf<R>
    },
  }
}

/** The input without its types: what `Input` allows for any route. */
type Loose = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  body?: unknown
  signal?: AbortSignal
  patient?: boolean
}

const readJson = async (response: Response): Promise<unknown> => {
  const { status } = response
  if (response.headers.get('content-type')?.includes('json') !== true)
    throw new ApiProblem('unreadable', { status })
  try {
    return await response.json()
  } catch (cause) {
    throw new ApiProblem('unreadable', { status, cause })
  }
}

const problemOf = (error: unknown): unknown => {
  if (error instanceof ApiProblem) return error
  if (isHTTPError(error)) return refusal(error.response.status, error.data)
  if (isTimeoutError(error)) return new ApiProblem('late', { cause: error })
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new ApiProblem('unreachable', { cause: error })
}
