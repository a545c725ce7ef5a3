import type { Language } from '@pennant/contract/enums'
import { Problem, problems, type ProblemCode, type ProblemParams } from '@pennant/contract/problem'
import { securityHeaders } from './headers.ts'

export type ProblemTexts = {
  problem(language: Language, code: ProblemCode, params: ProblemParams): string
}

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

type Failed = {
  language: Language
  texts: ProblemTexts
  /** Asked where an operator would look for the request. */
  requestId: () => string
}

export const errorAnswer = (problem: Problem, { language, texts, requestId }: Failed): ErrorAnswer => {
  const { status } = problem
  const { body = status } = problems[problem.code] as { body?: number }
  const said = ({ code, params }: Problem) => ({
    title: texts.problem(language, code, params),
    code,
    ...(typeof params['field'] === 'string' && params['field'] !== '' ? { field: params['field'] } : {}),
  })
  return {
    status,
    headers: problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) },
    body: {
      ...said(problem),
      ...(problem.data === undefined ? {} : { data: problem.data }),
      status: body,
      ...(problem.rows.length === 0
        ? {}
        : { problems: problem.rows.map(({ row, problem: one }) => ({ row, ...said(one) })) }),
      ...(status < 500 ? {} : { requestId: requestId() }),
    },
  }
}

export const failureAnswer = (
  error: unknown,
  { onUnknown, ...failed }: Failed & { onUnknown: (error: unknown) => void },
): { status: number; headers: Record<string, string>; text: string } => {
  const known = problemOf(error)
  if (known === null) onUnknown(error)
  const problem = known ?? faultOf(error)
  const { status, headers, body } = errorAnswer(problem, failed)
  return {
    status,
    headers: {
      ...securityHeaders,
      ...headers,
      'content-language': failed.language,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...(problem.status === 413 || problem.status === 408 ? { connection: 'close' } : {}),
    },
    text: JSON.stringify(body),
  }
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_BAD_URL: 'request.notFound',
  FST_ERR_NOT_FOUND: 'request.notFound',
}

/** Null when it is not the caller's fault. */
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

export const unavailable = (): Problem => new Problem('server.unavailable', {}, { retryAfter: 2 })

export const faultOf = (error: unknown): Problem =>
  isUnavailable(error) ? unavailable() : new Problem('server.internal')

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
