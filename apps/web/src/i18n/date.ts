import type { Language } from '@pennant/contract/enums'
import { dateFormat } from './formats.ts'

type Options = { timeZone?: string }

export const formatMoment = (
  language: Language,
  at: number,
  { timeZone, seconds = false }: Options & { seconds?: boolean } = {},
): string =>
  dateFormat(language, {
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

export const formatClock = (language: Language, at: number, { timeZone }: Options = {}): string =>
  dateFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)

export const formatDay = (language: Language, at: number, { timeZone }: Options = {}): string =>
  dateFormat(language, {
    month: 'short',
    day: 'numeric',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)

export const formatZone = (language: Language, at: number): string =>
  dateFormat(language, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
