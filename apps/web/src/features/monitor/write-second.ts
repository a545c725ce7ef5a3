import type { Language } from '@pennant/contract/enums'

/** A day and a second, with the zone they are in; the year is that of the game. */
export const writeSecond = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at)

/** The zone alone, beside the fields in which a time is typed. */
export const writeZone = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
