export type Level = 'debug' | 'info' | 'warning' | 'error'

/** Cleans every text, so that no outside text reaches a terminal unescaped. */
export type Log = Record<Level, (text: string, facts?: Facts) => void>

export type Facts = Readonly<Record<string, string | number | boolean>>

type Needs = {
  json: boolean
  verbose: boolean
  now: () => Date
  write: (line: string) => void
}

export const createLog = ({ json, verbose, now, write }: Needs): Log => {
  const say =
    (level: Level) =>
    (text: string, facts: Facts = {}): void => {
      if (level === 'debug' && !verbose) return
      const time = now()
      if (json) write(lineOfJson(level, time, text, facts))
      else write(`${clock(time)}  ${marks[level]}${plainText(text)}`)
    }
  return { debug: say('debug'), info: say('info'), warning: say('warning'), error: say('error') }
}

const marks: Record<Level, string> = { debug: '· ', info: '', warning: 'Warning: ', error: 'Error: ' }

const lineOfJson = (level: Level, time: Date, text: string, facts: Facts): string =>
  JSON.stringify({
    time: time.toISOString(),
    level,
    text: plainText(text),
    ...Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [
        name,
        typeof value === 'string' ? plainText(value) : value,
      ]),
    ),
  })

const clock = (time: Date): string =>
  [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Characters that could move the cursor, color a line, or change its direction; and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

export const plainText = (text: string, max = 400): string => {
  const plain = text.replace(unprintable, '\u{fffd}')
  const points = [...plain]
  return points.length > max ? `${points.slice(0, max).join('')}…` : plain
}
