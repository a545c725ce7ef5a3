import type { StartRefusal } from '../../../ports/containers.ts'

export class Refusal extends Error {
  readonly refused: StartRefusal
  constructor(refused: StartRefusal, detail: string) {
    super(detail)
    this.refused = refused
  }
}

/** `status` is null if the daemon didn't answer. */
export class DaemonFault extends Error {
  readonly status: number | null
  constructor(status: number | null, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

export const isMissing = (error: unknown): boolean => error instanceof DaemonFault && error.status === 404

export const faultOf = (error: unknown, shown: string): unknown => {
  if (!(error instanceof Error) || error instanceof DaemonFault || error instanceof Refusal) return error
  if ('statusCode' in error && typeof error.statusCode === 'number')
    return new DaemonFault(error.statusCode, answerOf(error), error)
  if (!('code' in error) || typeof error.code !== 'string') return error
  const reason = reasons[error.code] ?? `the connection failed (${error.code})`
  return new DaemonFault(null, `The Docker daemon at ${shown} can't be reached: ${reason}`, error)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such socket; is the daemon running?',
  EACCES: 'this account may not use its socket',
  EPERM: 'this account may not use its socket',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: "it isn't responding",
  EHOSTUNREACH: 'there is no route to this host',
  ENETUNREACH: 'there is no route to this host',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: "its name can't be looked up at the moment",
  EPROTO: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

const answerOf = (error: Error): string => {
  const json = 'json' in error ? error.json : null
  if (typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string')
    return json.message.trim()
  return error.message.trim()
}

const noRoom =
  /no space left|no available ipv4|non-overlapping|exchange full|cannot allocate memory|resource temporarily unavailable|too many open files|ports are allocated|already allocated|address already in use/i

export const refusalOf = (fault: DaemonFault): Refusal => {
  const { status, message } = fault
  if (status === null) return new Refusal('unavailable', message)
  const detail = `Docker says: ${message}`
  if (status === 401 || status === 403 || status === 407 || status === 502 || status === 503)
    return new Refusal('unavailable', `${detail} (status ${status})`)
  if (/no such image/i.test(message)) return new Refusal('image', detail)
  return new Refusal(noRoom.test(message) ? 'quota' : 'invalid', detail)
}

const longest = 1_500

/** Without secrets: parameters and logins in addresses, and `secrets`. */
export const cleaned = (text: string, secrets: readonly string[]): string => {
  let clean = text
    .replace(/(https?:\/\/)[^\s/@"]+@/gi, '$1')
    .replace(/(https?:\/\/[^\s?"]+)\?[^\s"]*/gi, '$1')
  for (const secret of secrets) if (secret.length > 3) clean = clean.replaceAll(secret, '[secret]')
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}
