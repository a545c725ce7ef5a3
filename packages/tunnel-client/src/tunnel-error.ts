export type TunnelErrorKind = 'daemon_unavailable' | 'daemon_version_mismatch' | 'daemon_error'

/** Why something came to nothing. `answer` is what the tunnel itself said about it, if it said anything. */
export class TunnelError extends Error {
  readonly kind: TunnelErrorKind
  readonly answer: string | null

  constructor(
    kind: TunnelErrorKind,
    message: string,
    { answer = null, cause }: { answer?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'TunnelError'
    this.kind = kind
    this.answer = answer === '' ? null : answer
  }
}
