import type { Language } from '@pennant/contract/enums'
import { formatDuration } from '../i18n/duration.ts'

const minute = 60_000

/** Something of a moment ago counts as of a minute ago. */
export const formatAgo = (language: Language, ms: number): string =>
  formatDuration(language, Math.max(1, Math.floor(ms / minute)) * minute)
