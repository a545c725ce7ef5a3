import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'

/** Members that may hold a secret, wherever they turn up. */
const secrets = [
  'password',
  'token',
  'rToken',
  'flag',
  'cookie',
  'authorization',
  'old',
  'new',
  'challenge',
  'link',
]

/** The process's own log: one line of JSON per record on standard output. */
export const createOut = (level: LevelWithSilent, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    serializers: { err: describeError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

export type Out = Logger

/** What helps to find the cause. Errors carry more, connections and their passwords among it. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
