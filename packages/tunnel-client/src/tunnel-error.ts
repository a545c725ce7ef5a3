/** `unknown` is for failures on this side of the tunnel. */
export type TunnelErrorKind =
  | 'daemon_unavailable'
  | 'daemon_version_mismatch'
  | 'daemon_error'
  | 'scope_unverified'
  | 'missing_scope'
  | 'unknown'

export type PoolTask = 'sync' | 'add' | 'delete'

type Details = { answer?: string | null; task?: PoolTask; cause?: unknown }

/** `answer` is the tunnel's own text, if it sent one. */
export class TunnelError extends Error {
  readonly kind: TunnelErrorKind
  readonly answer: string | null
  readonly task: PoolTask | null

  constructor(kind: TunnelErrorKind, message: string, { answer = null, task, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'TunnelError'
    this.kind = kind
    this.answer = answer === '' ? null : answer
    this.task = task ?? null
  }
}

/** Null for an abort, which is no failure. */
export const tunnelErrorOf = (error: unknown): TunnelError | null => {
  if (error instanceof TunnelError) return error
  if (error instanceof DOMException && error.name === 'AbortError') return null
  return new TunnelError('unknown', error instanceof Error ? error.message : String(error), { cause: error })
}
