import type { Language } from '@pennant/contract/enums'

/** The zone to show times in; the visitor's own unless told otherwise. */
type Options = { timeZone?: string }

/** A day and a minute, with the zone they are in: "Jun 1, 2026, 14:05 GMT+2". Seconds where much happens in a minute. */
export const writeMoment = (
  language: Language,
  at: number,
  { timeZone, seconds = false }: Options & { seconds?: boolean } = {},
): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)

/** A clock to the second, with its zone. */
export const writeClock = (language: Language, at: number, { timeZone }: Options = {}): string =>
  new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)

/** A day of this year or about: "Jun 1". */
export const writeDay = (language: Language, at: number, { timeZone }: Options = {}): string =>
  new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)

/** The zone alone, beside the fields in which a time is typed. */
export const writeZone = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
