import type { Language } from '@pennant/contract/enums'
import { dateFormat } from './formats.ts'

/** In UTC, without seconds. */
export const formatShortClock = (language: Language, at: number): string =>
  dateFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at)
