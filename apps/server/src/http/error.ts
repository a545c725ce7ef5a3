import type { Language } from '@pennant/contract/enums'
import { Problem, problems, type ProblemCode, type ProblemParams } from '@pennant/contract/problem'

/** What the edge needs of the catalogue. */
export type Words = {
  problem(language: Language, code: ProblemCode, params: ProblemParams): string
}

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** The error body of the wire, in the caller's language. */
export const errorAnswer = (problem: Problem, language: Language, words: Words): ErrorAnswer => {
  const { status } = problem
  const { body = status } = problems[problem.code] as { body?: number }
  const { field } = problem.params
  return {
    status,
    headers: problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) },
    body: {
      title: words.problem(language, problem.code, problem.params),
      ...(problem.data === undefined ? {} : { data: problem.data }),
      status: body,
      code: problem.code,
      ...(typeof field === 'string' && field !== '' ? { field } : {}),
    },
  }
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_BAD_URL: 'request.notFound',
  FST_ERR_NOT_FOUND: 'request.notFound',
}

/** Anything thrown on the way, as a problem. What is not the caller's fault stays `null`. */
export const problemOf = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error
  if (typeof error !== 'object' || error === null) return null
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? frameworkCodes[code] : undefined
  if (known !== undefined) return new Problem(known)
  if (statusCode === 413) return new Problem('request.tooLarge')
  if (statusCode === 415) return new Problem('request.mediaType')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Problem('request.malformed')
  return null
}
