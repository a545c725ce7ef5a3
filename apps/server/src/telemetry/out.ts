import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'

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

export const createOut = (level: LevelWithSilent, destination: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    serializers: { err: describeError },
  }
  return pino(options, destination)
}

export type Out = Logger

// Errors have more members, among them connections with passwords.
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
