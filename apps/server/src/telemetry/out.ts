import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'

/** Members that may hold a secret, wherever they turn up. */
const secrets = ['password', 'token', 'rToken', 'flag', 'cookie', 'authorization', 'old', 'new', 'challenge', 'link']

/** The process's own log: one line of JSON per record on standard output. */
export const createOut = (level: LevelWithSilent, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    serializers: { err: pino.stdSerializers.err },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

export type Out = Logger
