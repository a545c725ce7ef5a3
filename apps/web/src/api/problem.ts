import type { ProblemCode } from '@pennant/contract/problem'

/**
 * Why there is no answer: the server refused, could not be reached or took too long, something on the way
 * answered in its place, or the page may not encrypt because it was not loaded over HTTPS.
 */
export type ProblemKind = 'refused' | 'unreachable' | 'late' | 'unreadable' | 'insecure'

/** What is wrong with one of many things, counted from 0. */
export type RowFault = { row: number; title: string }

type Details = {
  status?: number
  /** The reason in the visitor's language, in the server's own words. */
  title?: string | undefined
  code?: string | undefined
  /** The member of the request that is at fault, by its name on the wire. */
  field?: string | undefined
  /** Of many things that were sent the one at fault, from 0. */
  row?: number | undefined
  /** All of those at fault, where the server names them. */
  rows?: readonly RowFault[]
  /** How long the server asks to be left alone. */
  retryAfterMs?: number | null
  cause?: unknown
}

/** What a call is rejected with, unless it was given up. */
export class ApiProblem extends Error {
  readonly kind: ProblemKind
  readonly status: number | null
  readonly title: string | null
  readonly code: string | null
  readonly field: string | null
  readonly row: number | null
  readonly rows: readonly RowFault[]
  readonly retryAfterMs: number | null
  /** Set by who waits and asks again: then it is no failure yet. */
  awaited = false

  constructor(kind: ProblemKind, details: Details = {}) {
    const { status, title, code, field, row, rows = [], retryAfterMs = null, cause } = details
    super(title ?? code ?? (status === undefined ? kind : `${kind} (${status})`), { cause })
    this.name = 'ApiProblem'
    this.kind = kind
    this.status = status ?? null
    this.title = title ?? null
    this.code = code ?? null
    this.field = field ?? null
    this.row = row ?? null
    this.rows = rows
    this.retryAfterMs = retryAfterMs
  }

  is(code: ProblemCode): boolean {
    return this.code === code
  }
}

/** Reads an error body, of which nothing can be taken for granted: a proxy may have written it. */
export const refusal = (status: number, body: unknown, retryAfterMs: number | null = null): ApiProblem => {
  const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const text = (name: string): string | undefined => {
    const value = members[name]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  return new ApiProblem('refused', {
    status,
    title: text('title'),
    code: text('code'),
    field: text('field'),
    row: rowIn(members['data']),
    rows: rowsIn(members['problems']),
    retryAfterMs,
  })
}

const rowIn = (data: unknown): number | undefined => {
  const { row } = (typeof data === 'object' && data !== null ? data : {}) as { row?: unknown }
  return typeof row === 'number' ? row : undefined
}

const rowsIn = (problems: unknown): RowFault[] =>
  (Array.isArray(problems) ? (problems as unknown[]) : []).flatMap((one) => {
    const { row, title } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>
    return typeof row === 'number' && typeof title === 'string' ? [{ row, title }] : []
  })
