/** Status 0: the API didn't answer. The text is fit for administrators. */
export class ApiFault extends Error {
  readonly status: number
  /** In the API's words: `AlreadyExists`, `Conflict`, `Expired`; empty without an answer. */
  readonly reason: string
  readonly retryAfterMs: number | null

  constructor(message: string, status = 0, reason = '', retryAfterMs: number | null = null) {
    super(message)
    this.name = 'ApiFault'
    this.status = status
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

export const noAccess = 'NoAccess'

export const isFault = (error: unknown, ...statuses: readonly number[]): error is ApiFault =>
  error instanceof ApiFault && statuses.includes(error.status)

export function faultOf(status: number, body: string, retryAfter: string | undefined): ApiFault {
  const { message, reason } = statusIn(body)
  const seconds = retryAfter === undefined ? Number.NaN : Number(retryAfter)
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
  return new ApiFault(oneLine(message === '' ? `status ${status}` : message), status, reason, retryAfterMs)
}

export function statusIn(body: string | object): { message: string; reason: string; code: number } {
  const told = typeof body === 'string' ? parsed(body) : body
  return {
    message: 'message' in told && typeof told.message === 'string' ? told.message : '',
    reason: 'reason' in told && typeof told.reason === 'string' ? told.reason : '',
    code: 'code' in told && typeof told.code === 'number' ? told.code : 0,
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof ApiFault)) return oneLine(error instanceof Error ? error.message : String(error))
  const { status, message } = error
  if (status === 0) return message
  if (status === 401) return `The Kubernetes API does not accept the credentials of this server: ${message}`
  if (status === 403) return `The Kubernetes API forbids it: ${message}`
  return `The Kubernetes API answered ${status}: ${message}`
}

export const oneLine = (text: string, most = 600): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
