import type { ProblemCode } from '@pennant/contract/problem'

/** 'unreadable': something in between answered. 'insecure': without HTTPS browsers don't encrypt. */
export type ProblemKind = 'refused' | 'unreachable' | 'late' | 'unreadable' | 'insecure'

/** Rows count from 0. */
export type RowFault = { row: number; title: string }

type Details = {
  status?: number
  title?: string | undefined
  code?: string | undefined
  /** The name on the wire. */
  field?: string | undefined
  row?: number | undefined
  rows?: readonly RowFault[]
  data?: unknown
  retryAfterMs?: number | null
  requestId?: string | undefined
  cause?: unknown
}

export class ApiProblem extends Error {
  readonly kind: ProblemKind
  readonly status: number | null
  readonly title: string | null
  readonly code: string | null
  readonly field: string | null
  readonly row: number | null
  readonly rows: readonly RowFault[]
  readonly data: unknown
  readonly retryAfterMs: number | null
  /** As in the server's log. */
  readonly requestId: string | null
  /** Set while a retry is due: not a failure yet. */
  awaited = false

  constructor(kind: ProblemKind, details: Details = {}) {
    const {
      status,
      title,
      code,
      field,
      row,
      rows = [],
      data,
      retryAfterMs = null,
      requestId,
      cause,
    } = details
    super(title ?? code ?? (status === undefined ? kind : `${kind} (${status})`), { cause })
    this.name = 'ApiProblem'
    this.kind = kind
    this.status = status ?? null
    this.title = title ?? null
    this.code = code ?? null
    this.field = field ?? null
    this.row = row ?? null
    this.rows = rows
    this.data = data
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId ?? null
  }

  is(code: ProblemCode): boolean {
    return this.code === code
  }
}

/** A proxy may have written the body, so nothing in it is certain. */
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
    data: members['data'],
    retryAfterMs,
    requestId: text('requestId'),
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
